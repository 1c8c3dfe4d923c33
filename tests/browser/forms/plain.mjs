document.body.innerHTML = `
<form action="/sent">
  <label>Email <input type="email" name="email" required></label>
  <button name="by" value="button">Send</button>
</form>`;

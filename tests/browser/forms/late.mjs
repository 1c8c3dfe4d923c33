/** A form that the page adds after the script has started, and whose own script submits it. */
const root = document.body.appendChild(document.createElement('main'));
root.textContent = 'Loading';
setTimeout(() => {
  root.innerHTML = `
<form>
  <label for="email">Email</label> <input id="email" type="email" name="email">
  <button>Send</button>
  <output></output>
</form>`;
  const form = root.querySelector('form');
  let email = '';
  let times = 0;
  form.elements.email.addEventListener('input', ({ target }) => {
    email = target.value;
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    times += 1;
    const token = new FormData(form).get('tamis_token');
    form.querySelector('output').textContent = `${email} ${token} ${times}`;
  });
}, 200);

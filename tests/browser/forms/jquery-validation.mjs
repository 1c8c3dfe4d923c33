import { jQuery } from 'jquery';
import 'jquery-validation';

/** jQuery Validation disables browser validation and shows error labels itself. */
document.body.innerHTML = `
<form action="/sent">
  <label for="email">Email</label> <input id="email" type="email" name="email" required>
  <button name="by" value="button">Send</button>
</form>`;
jQuery('form').validate();

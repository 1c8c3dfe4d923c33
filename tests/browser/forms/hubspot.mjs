/** The markup of HubSpot's forms: no browser validation, and labels outside the fields. */
document.body.innerHTML = `
<form id="hsForm_1" action="/sent" novalidate class="hs-form hs-form-private stacked">
  <div class="hs_email hs-email hs-fieldtype-text field hs-form-field">
    <label id="label-email" for="email-1"><span>Email</span><span class="hs-form-required">*</span></label>
    <legend class="hs-field-desc" hidden></legend>
    <div class="input">
      <input id="email-1" name="email" required type="email" class="hs-input" inputmode="email" autocomplete="email">
    </div>
  </div>
  <div class="hs_submit hs-submit"><div class="actions">
    <input type="submit" value="Send" class="hs-button primary large">
  </div></div>
</form>`;

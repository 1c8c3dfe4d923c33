import { createElement as h, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useForm } from 'react-hook-form';

/**
 * React Hook Form manages the values itself, so it must notice a value that the script corrects.
 */
function App() {
  const { register, handleSubmit } = useForm();
  const [sent, setSent] = useState();
  const times = useRef(0);
  const send = handleSubmit(({ email }, event) => {
    times.current += 1;
    setSent(`${email} ${new FormData(event.target).get('tamis_token')} ${times.current}`);
  });
  return h(
    'form',
    { onSubmit: send },
    h(
      'label',
      null,
      'Email',
      h('input', { type: 'email', ...register('email', { required: true }) }),
    ),
    h('button', null, 'Send'),
    sent && h('output', null, sent),
  );
}
const root = document.body.appendChild(document.createElement('main'));
createRoot(root).render(h(App));

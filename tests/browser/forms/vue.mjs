import { createApp, h } from 'vue';

/** Vue binds a value to the field, in a form that it renders late. */
const root = document.body.appendChild(document.createElement('main'));
const app = {
  data: () => ({ email: '', sent: '', times: 0, shown: false }),
  mounted() {
    setTimeout(() => (this.shown = true), 200);
  },
  render() {
    if (!this.shown) return h('p', 'Loading');
    const onSubmit = (event) => {
      event.preventDefault();
      this.times += 1;
      this.sent = `${this.email} ${new FormData(event.target).get('tamis_token')} ${this.times}`;
    };
    const onInput = ({ target }) => (this.email = target.value);
    return h('form', { onSubmit }, [
      h('label', { for: 'email' }, 'Email'),
      h('input', { id: 'email', type: 'email', name: 'email', value: this.email, onInput }),
      h('button', 'Send'),
      h('output', this.sent),
    ]);
  },
};
createApp(app).mount(root);

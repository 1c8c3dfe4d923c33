// Shows times in the reader's time zone, and refreshes the list without touching the message that
// is open.
const REFRESH_MS = 2000;
const mails = document.getElementById('mails');

const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const timeOnly = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dayOnly = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });

function showLocalTimes() {
  const today = new Date().toDateString();
  for (const element of document.querySelectorAll('time')) {
    const time = new Date(element.dateTime);
    const short = time.toDateString() === today ? timeOnly : dayOnly;
    element.textContent = (mails.contains(element) ? short : dateAndTime).format(time);
    element.title = dateAndTime.format(time);
  }
}

const fingerprint = (list) => [...list.querySelectorAll('a')].map((link) => link.href).join('\n');

async function refresh() {
  const response = await fetch(location.href);
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = page.getElementById('mails');
  if (fingerprint(fresh) === fingerprint(mails)) return;
  mails.replaceChildren(...fresh.childNodes);
  showLocalTimes();
}

showLocalTimes();
setInterval(() => {
  // While the stack restarts, the request fails; the next one may succeed.
  if (!document.hidden) refresh().catch(() => undefined);
}, REFRESH_MS);

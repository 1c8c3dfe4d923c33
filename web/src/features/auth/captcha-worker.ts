/** Runs the library's own solver beside the page. */
import 'altcha-lib/workers/pbkdf2';

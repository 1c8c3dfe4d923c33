import { it } from 'vitest';

/** What a function can read of the table if an attacker controls its code. */

it.todo('a role reads only partitions that its grants name, apart from the scan of the audit');
it.todo('a worker that parses files of strangers reads no session, API key, address or reset link');
it.todo('each kind of partition that a role may read is read by the function in some test');
it.todo('lists the functions that may read password hashes, factor secrets and sealed keys');
it.todo('the profile of a new account contains no hash and no sealed key');
it.todo('a password works before and after its move, with or without a change in between');
it.todo('a reset link and a challenge issued before the move of the password work after it');
it.todo('a password that an old function changes after the move replaces the moved one');
it.todo('an old function can parse a profile whose password was moved');
it.todo('a key is displayed before and after the move of its copy, and after a reset');
it.todo('a factor works before and after the move of its secret, and its secret is resealed');
it.todo('the move of a secret is interrupted at each call, and repeated, without loss');
it.todo('the move loses against a concurrent change of the password, a key or the factors');
it.todo('deleting an account deletes its moved secrets in the same transaction');
it.todo('an export contains no moved secret');

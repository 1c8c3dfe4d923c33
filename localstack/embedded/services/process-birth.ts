import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When the process with this id was born, as an opaque text, or undefined when there is none.
 * A pid alone does not name a process, since the system hands numbers out again; pid and birth
 * together do. On Linux the birth counts clock ticks since the boot, hence the boot id beside it.
 */
export function processBirth(pid: number): string | undefined {
  return process.platform === 'linux' ? birthFromProc(pid) : birthFromPs(pid);
}

function birthFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses and may itself hold spaces or parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    const startTime = fields[19];
    if (state === 'Z' || state === 'X' || startTime === undefined) return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${startTime}`;
  } catch {
    return undefined;
  }
}

function birthFromPs(pid: number): string | undefined {
  try {
    const options = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } } as const;
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], options).trim();
    return started === '' ? undefined : started;
  } catch {
    return undefined;
  }
}

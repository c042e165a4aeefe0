/** A machine that programs run on: this one, or a network namespace of it with an address of its own. */
export type Machine = { name: string; address: string; namespace?: string }

/** What every program runs on where nothing else is said. */
export const HERE: Machine = { name: 'here', address: '127.0.0.1' }

/** What runs a command on a machine as another user, or the command itself where the machine is this one. */
export function commandOn(
  { namespace }: Machine,
  [command, ...args]: [string, ...string[]],
  user: { uid: number; gid: number } | undefined,
): { command: string; args: string[]; user: typeof user } {
  if (!namespace) return { command, args, user }
  const as = user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []
  // Each of them replaces itself by the next, so the process is the command's.
  return { command: 'ip', args: ['netns', 'exec', namespace, ...as, command, ...args], user: undefined }
}

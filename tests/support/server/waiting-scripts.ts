/** The scripts that a page loads only once a person uses it. Throws when it names none. */
export function waitingScripts(html: string): string[] {
  const [, files] = /<script type="text\/later" data-files="([^"]+)"/.exec(html) ?? []
  if (!files) throw new Error('No scripts wait for a person on this page.')
  return files.split(' ')
}

/** The scripts that wait for a person, as a page names them. Throws where it names none. */
export function waitingScripts(html: string): string[] {
  const [, files] = /<script type="later" data-files="([^"]+)"/.exec(html) ?? []
  if (!files) throw new Error('No scripts wait for a person on this page.')
  return files.split(' ')
}

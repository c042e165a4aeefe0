/** The properties of an iCalendar file by name, unfolded and unescaped, as a calendar program reads them (RFC 5545). */
export function readCalendarFile(text: string): Map<string, string[]> {
  const lines = text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => line !== '')
  const properties = new Map<string, string[]>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon)
    const value = line.slice(colon + 1).replace(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character))
    properties.set(name, [...(properties.get(name) ?? []), value])
  }
  return properties
}

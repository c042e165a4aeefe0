import { addDays } from '#app/rules/time/calendar-date.ts'

/** Values of a shell's variables, by name. */
export type Variables = Record<string, string>

/**
 * The words of a command in a guide, with the variables' values: quotes, `$NAME`, and `$(date -d '+30 days' +%F)` from a day on. What a
 * shell knows besides has no place in a guide. Throws an Error for a variable without a value.
 */
export function wordsOf(command: string, { variables, today }: { variables: Variables; today: string }): string[] {
  const words: string[] = []
  let word: string | undefined
  const parts = command.matchAll(/'([^']*)'|"([^"]*)"|\$\(date -d '\+(\d+) days' \+%F\)|(\s+)|([^\s'"$]+|\$\w+)/g)
  for (const [, single, double, days, space, plain] of parts) {
    if (space === undefined) {
      const date = days === undefined ? '' : addDays(today, Number(days))
      word = `${word ?? ''}${single ?? (days === undefined ? filled(double ?? plain ?? '', variables) : date)}`
    } else if (word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  return word === undefined ? words : [...words, word]
}

function filled(text: string, variables: Variables): string {
  return text.replace(/\$(\w+)/g, (_, name: string) => {
    const value = variables[name]
    if (value === undefined) throw new Error(`$${name} has no value`)
    return value
  })
}

/** A request as curl would send it. Throws an Error for an option that is not known here. */
export function curlRequest([program, ...options]: readonly string[]): { url: string; init: RequestInit } {
  if (program !== 'curl') throw new Error(`${program} is no program of the guides`)
  const headers = new Headers()
  const init: RequestInit = { headers }
  let url = ''
  const rest = [...options]
  for (let option = rest.shift(); option !== undefined; option = rest.shift()) {
    if (option === '-i') continue
    if (!option.startsWith('-')) url = option
    else if (option === '-X') init.method = rest.shift() ?? ''
    else if (option === '-H') {
      const [name = '', value = ''] = (rest.shift() ?? '').split(/:\s*(.*)/s)
      headers.set(name, value)
    } else if (option === '--json') {
      init.method ??= 'POST'
      init.body = rest.shift() ?? ''
      headers.set('content-type', 'application/json')
    } else throw new Error(`${option} is no option of the guides`)
  }
  return { url, init }
}

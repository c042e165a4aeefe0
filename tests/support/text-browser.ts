import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'

/** Tall enough for the longest page, so that the screen is the page. */
const ROWS = 900
const COLUMNS = 120
const PAGE_WITHIN_MS = 40_000
const OPTIONS = [
  '-accept_all_cookies',
  '-nopause',
  '-display_charset=utf-8',
  // Every link and field has a number, text fields wait to be entered, and lists to choose from are shown whole.
  '-number_fields',
  '-tna',
  '-popup',
].join(' ')

/** Whether lynx and a pseudo terminal for it are here (`script` of util-linux). */
export function hasTextBrowser(): boolean {
  const answers = (command: string, ...options: string[]) => spawnSync(command, options).status === 0
  return process.platform === 'linux' && answers('lynx', '-version') && answers('script', '--version')
}

/** A lynx in a terminal, worked with keys and read as the text on its screen. */
export class TextBrowser {
  private readonly process: ChildProcessWithoutNullStreams
  private written = ''

  constructor(address: string) {
    const command = `stty rows ${ROWS} cols ${COLUMNS}; exec lynx ${OPTIONS} '${address}'`
    this.process = spawn('script', ['-qfec', command, '/dev/null'], {
      env: { PATH: process.env.PATH, TERM: 'vt100', LC_ALL: 'C.UTF-8' },
    })
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.written += text
      })
    }
  }

  /** The page, once something like this is on it. Throws with what is there instead. */
  async read(expected: RegExp): Promise<string> {
    const deadline = Date.now() + PAGE_WITHIN_MS
    let page = ''
    do {
      this.written = ''
      this.process.stdin.write(KEYS.drawAnew)
      await this.quiet()
      page = screenOf(this.written)
      if (expected.test(page)) return page
    } while (Date.now() < deadline)
    throw new Error(`${expected} is not on the page:\n${page.replace(/\n\s*\n+/g, '\n')}`)
  }

  /** Presses the button, follows the link or marks the choice whose line matches: `press(page, 'Search')`. */
  async press(page: string, name: string) {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const number =
      new RegExp(`\\(\\[(\\d+)\\][^)\\n]*\\) ${escaped}`).exec(page)?.[1] ??
      new RegExp(`\\[(\\d+)\\](?:\\([ *]\\) )?${escaped}`).exec(page)?.[1]
    if (!number) throw new Error(`there is no "${name}" on the page:\n${page.replace(/\n\s*\n+/g, '\n')}`)
    await this.goTo(number)
    await this.keys(KEYS.enter)
  }

  /** Types into the text field that comes next after a label, in place of what it holds. */
  async type(page: string, label: string, text: string) {
    const at = page.indexOf(label)
    const number = at < 0 ? undefined : /\[(\d+)\][^\n(]*_/.exec(page.slice(at))?.[1]
    if (!number) throw new Error(`there is no field "${label}" on the page:\n${page.replace(/\n\s*\n+/g, '\n')}`)
    await this.goTo(number)
    for (const keys of [KEYS.enter, KEYS.empty, text, KEYS.leave]) await this.keys(keys)
  }

  close() {
    this.process.kill()
  }

  private async goTo(number: string) {
    await this.keys(KEYS.askForNumber)
    await this.keys(`${number}g${KEYS.enter}`)
  }

  private async keys(keys: string) {
    this.process.stdin.write(keys)
    await this.quiet()
  }

  /** Waits until nothing more is drawn. */
  private async quiet() {
    let before = -1
    while (before !== this.written.length || before === 0) {
      before = this.written.length
      await new Promise((resolve) => setTimeout(resolve, 150))
      if (before === 0 && this.written.length === 0) return
    }
  }
}

const KEYS = { enter: '\r', leave: '\t', empty: '\x15', drawAnew: '\x0c', askForNumber: '0' }

/** What a terminal shows after this was written to it, from the last time that it was cleared. */
function screenOf(written: string): string {
  const rows: string[][] = []
  let row = 0
  let column = 0
  const cleared = written.lastIndexOf('\x1b[H\x1b[J')
  const pieces = written
    .slice(Math.max(cleared, 0))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal is told what to do by them
    .matchAll(/\x1b\[([?\d;]*)([A-Za-z])|\x1b[()].|\x1b.|([\x00-\x1f])|([^\x00-\x1f\x1b])/gu)
  for (const [, numbers = '', command, control, character] of pieces) {
    const [first, second] = numbers.split(';').map(Number)
    const steps = first || 1
    if (character !== undefined) {
      rows[row] ??= []
      rows[row]![column++] = character
    } else if (control === '\r') column = 0
    else if (control === '\n') row++
    else if (control === '\b') column--
    else if (command === 'H') [row, column] = [steps - 1, (second || 1) - 1]
    else if (command === 'A') row -= steps
    else if (command === 'B') row += steps
    else if (command === 'C') column += steps
    else if (command === 'D') column -= steps
    else if (command === 'K') rows[row]?.splice(column)
  }
  return Array.from(rows, (cells) => Array.from(cells ?? [], (cell) => cell ?? ' ').join('')).join('\n')
}

import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Tall enough for the longest page, so that the screen is the page. */
const ROWS = 900
const COLUMNS = 120
const PAGE_WITHIN_MS = 40_000
/**
 * After this long without output a browser has finished with the last key. With 150 ms, and on a busy
 * machine with 350 ms, lynx loses keys.
 */
const QUIET_MS = 600

interface Browser {
  command: string
  /** Keys that lead to a numbered link, button or field. */
  goTo: (number: number) => string[]
  /** Keys that leave a text field. */
  leave: string
  /** A text field, its number as the first group. */
  field: RegExp
  /** The keys for the next screen of a page and for its first one, where a screen has a limit of its own. */
  scroll?: { next: string; first: string }
  /** The option that sets the editor for fields of several lines; undefined where these are typed into like others. */
  editor?: (command: string) => string
  /** Keys that lead to the link, button or radio button whose text begins like this. */
  find: (page: string, name: string) => string[] | undefined
}

/** Every link and field has a number on the screen. */
const BROWSERS = {
  lynx: {
    // -tna: text fields take keys only after they are entered. -popup: lists of options open whole.
    command: 'lynx -accept_all_cookies -nopause -display_charset=utf-8 -number_fields -tna -popup',
    goTo: (number) => ['0', `${number}g\r`],
    leave: '\t',
    field: /\[(\d+)\][^\n(]*_/,
    find(page, name) {
      const number =
        numberIn(page, `\\(\\[(\\d+)\\][^)\\n]*\\) ${exactly(name)}`) ??
        numberIn(page, `\\[(\\d+)\\](?:\\([ *]\\) )?${exactly(name)}`)
      return number === undefined ? undefined : this.goTo(number)
    },
  },
  w3m: {
    command: 'w3m -cookie -no-mouse -o confirm_qq=0 -o display_link_number=1 -I UTF-8 -O UTF-8',
    goTo: (number) => [`${number}[`],
    leave: '\r',
    field: /\[(\d+)\]\[/,
    // It draws 200 rows at most.
    scroll: { next: ' ', first: 'g' },
    editor: (command) => `-o editor='${command} %s'`,
    find(page, name) {
      const numbered = numberIn(page, `\\[(\\d+)\\](?:\\([ *]\\))?${exactly(name)}`)
      if (numbered !== undefined) return this.goTo(numbered)
      const at = page.search(new RegExp(`^\\s*${exactly(name)}`, 'm'))
      if (at < 0) return undefined
      // A button shows no number: go to the last number before it and search for its text from there.
      const before = [...page.slice(0, at).matchAll(/\[(\d+)\]/g)].at(-1)
      return [...this.goTo(Number(before?.[1] ?? 1)), `/${name}\r`]
    },
  },
} satisfies Record<string, Browser>

/** Whether a text browser is installed, and a pseudo terminal for it (`script` of util-linux). */
export function hasTextBrowser(name: keyof typeof BROWSERS): boolean {
  const answers = (command: string, ...options: string[]) => spawnSync(command, options).status === 0
  return process.platform === 'linux' && answers(name, '-version') && answers('script', '--version')
}

/** Matches a text anywhere on a page. */
export function containing(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
}

/** A text browser in a terminal: tests send keys and read the text on the screen. */
export class TextBrowser {
  private readonly process: ChildProcessWithoutNullStreams
  private readonly browser: Browser
  private written = ''
  private readonly folder = mkdtempSync(join(tmpdir(), 'savari-text-browser-'))

  /** @param settings options of its command beside those that every test has; `home` is where it keeps its cookies */
  constructor(
    name: keyof typeof BROWSERS,
    address: string,
    { options = '', home }: { options?: string; home?: string } = {},
  ) {
    this.browser = BROWSERS[name]
    const editor = this.browser.editor?.(`cp ${this.text}`) ?? ''
    const command = `stty rows ${ROWS} cols ${COLUMNS}; exec ${this.browser.command} ${editor} ${options} '${address}'`
    this.process = spawn('script', ['-qfec', command, '/dev/null'], {
      env: { PATH: process.env.PATH, TERM: 'vt100', LC_ALL: 'C.UTF-8', ...(home && { HOME: home }) },
    })
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.written += text
      })
    }
  }

  /** Waits until the page matches, and returns it. Throws with the text of the screen when it does not. */
  async read(expected: RegExp): Promise<string> {
    const deadline = Date.now() + PAGE_WITHIN_MS
    let page = ''
    do {
      page = await this.wholePage()
      if (expected.test(page)) return page
    } while (Date.now() < deadline)
    throw new Error(`${expected} is not on the page:\n${brief(page)}`)
  }

  /** The text of all screens of the page; then the first is shown again. */
  private async wholePage(): Promise<string> {
    const { scroll } = this.browser
    let rows = await this.screen()
    if (!scroll || !isFull(rows)) return rows.join('\n')
    for (let screen = rows; isFull(screen); ) {
      await this.keys(scroll.next)
      screen = await this.screen()
      const more = rowsAfter(rows, screen)
      if (more.length === 0) break
      rows = [...rows.slice(0, -1), ...more]
    }
    await this.keys(scroll.first)
    return rows.join('\n')
  }

  /** The rows of the screen; w3m's last one is its status. */
  private async screen(): Promise<string[]> {
    this.written = ''
    this.process.stdin.write(DRAW_ANEW)
    await this.quiet()
    return screenOf(this.written).split('\n')
  }

  /**
   * Presses the button, follows the link or selects the radio button whose text begins like this: `press(page,
   * 'Search')`.
   */
  async press(page: string, name: string) {
    const way = this.browser.find(page, name)
    if (!way) throw new Error(`there is no "${name}" on the page:\n${brief(page)}`)
    await this.keys(...way, ENTER)
  }

  /** For w3m, where texts further up begin with the same words: presses the button that stands before a numbered link. */
  async pressBefore(page: string, { name, link }: { name: string; link: string }) {
    const way = this.browser.find(page, link)
    if (!way) throw new Error(`there is no "${link}" on the page:\n${brief(page)}`)
    await this.keys(...way, `?${name}\r`, ENTER)
  }

  /** Replaces the text of the next field after a label. */
  async type(page: string, label: string, text: string) {
    await this.keys(...this.browser.goTo(this.fieldAfter(page, label)), ENTER, EMPTY, text, this.browser.leave)
  }

  /** The same for a field of several lines; where the browser needs an editor, another numbered field must follow it. */
  async write(page: string, label: string, text: string) {
    if (!this.browser.editor) return this.type(page, label, text)
    writeFileSync(this.text, `${text}\n`)
    // Each of its lines has a number, too, which is not shown: the last line's is the one before the next field's.
    await this.keys(...this.browser.goTo(this.fieldAfter(page, label) - 1), ENTER)
  }

  /** For w3m: the same for a field of several lines that stands right after another field, and is the last one. */
  async writeAfter(page: string, before: string, text: string) {
    writeFileSync(this.text, `${text}\n`)
    await this.keys(...this.browser.goTo(this.fieldAfter(page, before) + 1), ENTER)
  }

  close() {
    this.process.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** The file whose content the editor puts into a field of several lines. */
  private get text(): string {
    return join(this.folder, 'text')
  }

  private fieldAfter(page: string, label: string): number {
    const at = page.indexOf(label)
    const number = at < 0 ? undefined : this.browser.field.exec(page.slice(at))?.[1]
    if (!number) throw new Error(`there is no field "${label}" on the page:\n${brief(page)}`)
    return Number(number)
  }

  private async keys(...all: string[]) {
    for (const keys of all) {
      this.process.stdin.write(keys)
      await this.quiet()
    }
  }

  /** Waits until nothing more is drawn. */
  private async quiet() {
    let before = -1
    while (before !== this.written.length || before === 0) {
      before = this.written.length
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
      if (before === 0 && this.written.length === 0) return
    }
  }
}

const ENTER = '\r'
const EMPTY = '\x15'
const DRAW_ANEW = '\x0c'

function numberIn(page: string, pattern: string): number | undefined {
  const found = new RegExp(pattern).exec(page)?.[1]
  return found === undefined ? undefined : Number(found)
}

function exactly(text: string): string {
  // A name that is longer than the rest of its line continues on the next.
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')
}

/** Whether the page goes on: the rows above the status have text. */
function isFull(rows: readonly string[]): boolean {
  return rows.slice(-4, -1).some((row) => row.trim() !== '')
}

/** The rows of a screen that are new below those before it, both with a status row at their end. */
function rowsAfter(before: readonly string[], screen: readonly string[]): string[] {
  const above = before.slice(0, -1)
  for (let shared = Math.min(above.length, screen.length - 1); shared > 0; shared--) {
    const isSame = above.slice(-shared).every((row, index) => row === screen[index])
    if (isSame) return screen.length - 1 > shared ? screen.slice(shared) : []
  }
  return [...screen]
}

function brief(page: string): string {
  return page.replace(/\n\s*\n+/g, '\n')
}

/** What a terminal shows after this output, from the last time that the screen was cleared. */
function screenOf(written: string): string {
  const rows: string[][] = []
  let row = 0
  let column = 0
  const cleared = written.lastIndexOf('\x1b[H\x1b[J')
  const pieces = written
    .slice(Math.max(cleared, 0))
    // NUL characters are padding for slow terminals.
    .replaceAll('\0', '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they control a terminal
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

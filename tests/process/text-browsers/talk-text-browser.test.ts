import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/identity/demonstration-people.ts'
import { codeSentTo } from '../../support/browser/steps/sign-in.ts'
import { containing, hasTextBrowser, TextBrowser } from '../../support/browser/text-browser.ts'
import { type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'

test.describe.configure({ mode: 'default' })
test.setTimeout(240_000)

let site: SiteProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await startSiteProcess()
})
test.afterAll(() => site?.stop())

const [customer, other] = DEMONSTRATION_PEOPLE
const account = textFor('fa', 'account')
const login = textFor('fa', 'login')
const chat = textFor('fa', 'chat')
const tickets = textFor('fa', 'tickets')

for (const [name, person] of [
  ['lynx', customer],
  ['w3m', other],
] as const) {
  test(`in ${name}: sign in, write in the chat, read the answer, open a ticket, answer and close it`, async () => {
    test.skip(!hasTextBrowser(name), `${name} is not installed`)
    // Neither browser sends a Secure cookie to localhost over HTTP.
    const here = site.origin.replace('localhost', '127.0.0.1')
    const browser = new TextBrowser(name, `${here}/profile/chat`)
    try {
      let page = await browser.read(containing(login('intro')))
      await browser.type(page, '۹۸', person.phone.replace('+98', '0'))
      await browser.press(page, login('send'))
      page = await browser.read(containing(login('code.title')))
      await browser.type(page, login('code.label'), await codeSentTo(person.phone, 1, site.dataDir))
      // Links above and below begin with the same word.
      const codeForm = page.slice(page.indexOf(login('code.label')), page.indexOf(login('demonstration.text')))
      await browser.press(codeForm, login('code.submit'))

      page = await browser.read(containing(chat('message')))
      await browser.write(page, chat('message'), 'Is the deposit free')
      await browser.press(page, chat('send'))
      page = await browser.read(/Is the deposit free/)
      // The demonstration's bot answers a moment later.
      await expect(async () => {
        await browser.press(page, chat('refresh'))
        page = await browser.read(containing(chat('refresh')))
        expect(page).toContain(chat('bot'))
      }).toPass({ timeout: 60_000 })

      await browser.press(page, account('menu.ticketing'))
      page = await browser.read(containing(tickets('new')))
      await browser.press(page, tickets('new'))
      page = await browser.read(containing(tickets('subject')))
      await browser.type(page, tickets('subject'), 'Child seat')
      await browser.write(page, tickets('message'), 'For a girl of four')
      await browser.press(page, tickets('send'))
      page = await browser.read(containing(tickets('reply')))
      expect(page).toContain('For a girl of four')
      await browser.write(page, tickets('reply'), 'She is five by then')
      await browser.press(page, tickets('replySend'))
      page = await browser.read(/She is five by then/)
      await browser.press(page, tickets('close'))
      await browser.read(containing(tickets('closed')))
    } finally {
      browser.close()
    }
  })
}

import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/texts.server.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/demonstration-people.ts'
import { codeSentTo } from '../support/browser/sign-in.ts'
import { hasTextBrowser, TextBrowser } from '../support/browser/text-browser.ts'
import { type SiteProcess, startSiteProcess } from '../support/server/site-process.ts'

test.describe.configure({ mode: 'default' })
test.setTimeout(240_000)

let site: SiteProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await startSiteProcess()
})
test.afterAll(() => site?.stop())

const [customer, other] = DEMONSTRATION_PEOPLE

for (const [name, language, person] of [
  ['lynx', 'en', customer],
  ['w3m', 'fa', other],
] as const) {
  const account = textFor(language, 'account')
  const login = textFor(language, 'login')
  const chat = textFor(language, 'chat')
  const tickets = textFor(language, 'tickets')
  const prefix = language === 'fa' ? '' : '/en'

  test(`in ${name}, ${language}: write in the chat, read the answer, open a ticket, answer and close it`, async () => {
    test.skip(!hasTextBrowser(name), `${name} is not installed`)
    const here = site.origin.replace('localhost', '127.0.0.1')
    const browser = new TextBrowser(name, `${here}${prefix}/profile/chat`)
    try {
      let page = await browser.read(containing(login('intro')))
      await browser.type(page, '+98', person.phone.replace('+98', '0'))
      await browser.press(page, login('send'))
      page = await browser.read(containing(login('code.title')))
      await browser.type(page, login('code.label'), await codeSentTo(person.phone, 1, site.dataDir))
      await browser.press(page, login('code.submit'))

      page = await browser.read(containing(chat('message')))
      await browser.type(page, chat('message'), 'Is the deposit free')
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
      await browser.type(page, tickets('message'), 'For a girl of four')
      await browser.press(page, tickets('send'))
      page = await browser.read(containing(tickets('reply')))
      expect(page).toContain('For a girl of four')
      await browser.type(page, tickets('reply'), 'She is five by then')
      await browser.press(page, tickets('replySend'))
      page = await browser.read(/She is five by then/)
      await browser.press(page, tickets('close'))
      await browser.read(containing(tickets('closed')))
    } finally {
      browser.close()
    }
  })
}

function containing(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+'))
}

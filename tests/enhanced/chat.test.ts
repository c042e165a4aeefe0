import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { io } from 'socket.io-client'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { expectToFit } from '../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../support/browser/steps/sign-in.ts'
import { freshAddress } from '../support/browser/steps/traveller.ts'
import { wake } from '../support/browser/steps/wake.ts'
import { ban, makeOperator, timeZoneOf } from '../support/server/database/site-database.ts'

const chat = textFor('en', 'chat')
const live = textFor('en', 'live')
const map = textFor('en', 'map')
const errors = textFor('en', 'errors')
const common = textFor('en', 'common')

test.use({ locale: 'en-US', viewport: { width: 390, height: 844 } })
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

const log = (page: Page) => page.getByRole('log')
const field = (page: Page) => page.getByRole('textbox', { name: chat('message') })
const own = (page: Page) => page.locator('.msg-me')
const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#086' } })
    .png()
    .toBuffer()

/** Opens the chat's page with scripts for a new person. */
async function openChat(page: Page) {
  await startSignedIn(page, 'en', newcomer('en'), '/en/profile/chat')
  await expect(log(page)).toBeVisible()
}

async function say(page: Page, text: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
}

/** An operator who answers through the API, in the room where a text was said. */
async function operatorIn(request: APIRequestContext, said: string) {
  const person = newcomer('fa')
  const access = await signInByApi(request, person)
  await makeOperator(person.sentTo)
  const headers = { authorization: `Bearer ${access}`, ...freshAddress() }
  const rooms = await (await request.get('/api/ticketing/chats/?size=100', { headers })).json()
  for (const { id } of rooms.results as { id: string }[]) {
    const history = await (await request.get(`/api/ticketing/chats/${id}/messages/`, { headers })).json()
    if (!(history.messages as { message: string }[]).some(({ message }) => message === said)) continue
    return {
      say: async (message: string) => {
        const answer = await request.post(`/api/ticketing/chats/${id}/new_message/`, { headers, data: { message } })
        expect(answer.status()).toBe(201)
      },
      read: () => request.post(`/api/ticketing/chats/${id}/read/`, { headers, data: {} }),
      edit: async (message: string, to: string) => {
        const last = await (await request.get(`/api/ticketing/chats/${id}/messages/`, { headers })).json()
        const found = (last.messages as { id: number; message: string }[]).find((one) => one.message === message)
        const path = `/api/ticketing/chats/${id}/messages/${found?.id}/`
        expect((await request.patch(path, { headers, data: { message: to } })).status()).toBe(200)
      },
      type: async () => {
        const socket = io(`http://localhost:${process.env.SITE_PORT}`, {
          transports: ['websocket'],
          auth: { token: access, rooms: { [id]: 0 } },
        })
        expect((await socket.emitWithAck('join', { room: id })).ok).toBe(true)
        socket.emit('typing', { room: id })
        return () => socket.disconnect()
      },
    }
  }
  throw new Error('the room is not there')
}

test('two people talk without a reload; Enter sends, Shift+Enter starts a new line, read messages are marked', async ({
  page,
  request,
}) => {
  await openChat(page)
  await field(page).fill('first line')
  await field(page).press('Shift+Enter')
  await field(page).pressSequentially('second line')
  await field(page).press('Enter')
  await expect(own(page)).toHaveCount(1)
  await expect(own(page)).toContainText('second line')
  await expect(own(page)).toContainText(chat('sent'))
  await say(page, '   ')
  await expect(own(page)).toHaveCount(1)

  const operator = await operatorIn(request, 'first line\nsecond line')
  await operator.read()
  await expect(own(page)).toContainText(chat('read'))
  await operator.say('See https://savari.example/a')
  await expect(log(page).getByRole('link', { name: 'https://savari.example/a' })).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
})

test('people edit their own messages by mouse and keyboard, and edits by the other side are shown', async ({
  page,
  request,
}) => {
  await openChat(page)
  await say(page, 'Kisch')
  await expect(own(page)).toHaveCount(1)
  const operator = await operatorIn(request, 'Kisch')
  await field(page).fill('what I was writing')
  const edit = own(page).getByRole('button', { name: chat('edit') })
  await edit.click()
  await expect(field(page)).toHaveValue('Kisch')
  await expect(page.getByText(live('editing'))).toBeVisible()
  await expectAccessible(page)
  // Escape cancels the edit and restores the draft.
  await field(page).fill('Tehran')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('what I was writing')
  await expect(own(page)).toContainText('Kisch')

  await edit.focus()
  await page.keyboard.press('Enter')
  await field(page).fill('Kish')
  await page.keyboard.press('Enter')
  await expect(own(page)).toContainText('Kish')
  await expect(own(page)).toContainText(chat('edited'))
  await expect(own(page)).toHaveCount(1)
  await expect(field(page)).toHaveValue('what I was writing')

  await operator.say('at ten')
  await expect(log(page).getByText('at ten', { exact: true })).toBeVisible()
  await operator.edit('at ten', 'at eleven')
  const changed = log(page).locator('.msg').filter({ hasText: 'at eleven' })
  await expect(changed).toContainText(chat('edited'))
  await expect(log(page).getByText('at ten', { exact: true })).toHaveCount(0)
  await expect(changed.getByRole('button', { name: chat('edit') })).toHaveCount(0)
})

test('the typing indicator shows for a while when the other side types, and not for one’s own typing', async ({
  page,
  request,
}) => {
  await openChat(page)
  await say(page, 'hello there')
  await expect(own(page)).toHaveCount(1)
  const operator = await operatorIn(request, 'hello there')
  await field(page).pressSequentially('me')
  const typing = page.locator('.room-typing')
  const leave = await operator.type()
  await expect(typing).toHaveText(live('typing', { name: chat('from.ADMIN') }))
  await expect(typing).toHaveText('', { timeout: 8000 })
  leave()
})

for (const [what, end] of [
  [
    'a sign-out elsewhere',
    (page: Page) =>
      page.request.post('/en/logout', { form: { returnUrl: '/' }, headers: { 'sec-fetch-site': 'same-origin' } }),
  ],
  ['a ban', (_: Page, phone: string) => ban(phone)],
] as const) {
  test(`${what} during a chat is shown, and no draft is lost`, async ({ page }) => {
    test.slow()
    const person = newcomer('en')
    await startSignedIn(page, 'en', person, '/en/profile/chat')
    await expect(log(page)).toBeVisible()
    await say(page, 'before')
    await expect(own(page)).toHaveCount(1)
    await expect(page.locator('.msg-waiting')).toHaveCount(0)
    await field(page).fill('half a sent')
    await end(page, `${person.dialCode}${person.phone.replace(/^0/, '')}`)
    await expect(page.getByText(live('signedOut'))).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('link', { name: live('signIn') })).toHaveAttribute('href', /returnUrl=/)
    await expect(field(page)).toHaveValue('half a sent')
    await page.keyboard.press('Enter')
    await expect(page.locator('.msg-waiting')).toContainText('half a sent')
  })
}

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' })
  test('the account learns the time zone of its person', async ({ page }) => {
    const person = newcomer('en')
    await startSignedIn(page, 'en', person, '/en/profile/chat')
    const phone = `${person.dialCode}${person.phone.replace(/^0/, '')}`
    await expect.poll(() => timeZoneOf(phone)).toBe('America/New_York')
  })

  test('messages in chats and tickets have the reader’s local times, also without scripts', async ({ page }) => {
    await openChat(page)
    await say(page, 'what time is it?')
    const time = own(page).locator('time')
    await expect(time).toHaveAttribute('datetime', /Z$/)
    const sentAt = (await time.getAttribute('datetime')) ?? ''
    const clock = (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(sentAt))
    await expect(time).toHaveText(clock('America/New_York'))
    // The server-rendered page, as somebody without scripts gets it.
    await expect
      .poll(async () => (await page.request.get('/en/profile/chat')).text())
      .toContain(`>${clock('America/New_York')}</time>`)

    const form = { department: 'SALES', subject: 'Time', message: 'And now?', client_id: crypto.randomUUID() }
    const headers = { origin: `http://localhost:${process.env.SITE_PORT}` }
    await page.request.post('/en/profile/ticketing/new', { multipart: form, headers })
    await page.goto('/en/profile/ticketing')
    await page.getByRole('link', { name: 'Time', exact: true }).click()
    const written = page.locator('.msg time')
    const at = new Date((await written.getAttribute('datetime')) ?? '')
    const local = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/New_York',
      hour: '2-digit',
      minute: '2-digit',
    }).format(at)
    await expect(written).toHaveText(local)
  })
})

test('a reader of older messages stays in place, sees that there are new ones, and can load earlier ones', async ({
  page,
  request,
}) => {
  test.slow()
  await openChat(page)
  await say(page, 'begin')
  await expect(own(page)).toHaveCount(1)
  const operator = await operatorIn(request, 'begin')
  for (let index = 1; index <= 45; index++) await operator.say(`line ${index}`)
  await page.reload()
  await expect(log(page).getByText('line 45', { exact: true })).toBeVisible()
  await expect(log(page).getByText('line 1', { exact: true })).toHaveCount(0)
  await log(page).evaluate((box) => box.scrollTo(0, 0))
  const top = log(page).locator('.msg').first()
  const before = await top.textContent()
  await page.getByRole('button', { name: chat('older') }).click()
  await expect(log(page).getByText('line 1', { exact: true })).toBeAttached()
  await expect(
    log(page)
      .locator('.msg')
      .filter({ hasText: before ?? '' })
      .first(),
  ).toBeInViewport()

  await operator.say('are you there?')
  const news = page.getByRole('button', { name: live('newMessages', { n: 1 }) })
  await expect(news).toBeVisible()
  await news.click()
  await expect(log(page).getByText('are you there?')).toBeInViewport()
  await expect(news).toHaveCount(0)
})

test('the chat closes its socket when its page is left, and is up to date when the page comes back', async ({
  page,
  request,
}) => {
  const opened = page.waitForEvent('websocket')
  await openChat(page)
  const socket = await opened
  await say(page, 'Before I leave')
  await expect(own(page).getByText('Before I leave')).toBeVisible()
  await expect(page.locator('.msg-waiting')).toHaveCount(0)
  const operator = await operatorIn(request, 'Before I leave')
  const closed = socket.waitForEvent('close')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await closed
  await operator.say('While you were away')
  const again = page.waitForEvent('websocket')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await again
  await expect(log(page).getByText('While you were away')).toBeVisible()
})

test('messages written offline wait, and are sent once and in order when the network is back', async ({
  page,
  context,
}) => {
  await openChat(page)
  await say(page, 'online')
  await expect(own(page)).toContainText([/online/])
  await context.setOffline(true)
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  // A connection that is already open is cut, too.
  for (const text of ['one', 'two', 'three']) await say(page, text)
  await context.setOffline(false)
  await expect(page.locator('.msg-waiting')).toHaveCount(0, { timeout: 40_000 })
  await page.reload()
  await expect(own(page)).toContainText([/online/, /one/, /two/, /three/])
  await expect(own(page)).toHaveCount(4)
})

test('after five failed tries a button offers to try again, and the waiting messages are sent', async ({ page }) => {
  await openChat(page)
  await say(page, 'before')
  await expect(own(page)).toContainText([/before/])
  await expect(page.locator('.msg-waiting')).toHaveCount(0)
  // The delay grows with each try.
  await page.clock.install()
  let isAway = true
  await page.route('**/profile/chat/ticket**', (route) => (isAway ? route.abort() : route.continue()))
  await page.reload()
  await expect(log(page)).toBeVisible()
  await say(page, 'are you there?')
  await expect(page.locator('.msg-waiting')).toContainText(live('waiting'))
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(page.getByText(live('failed'))).toBeVisible({ timeout: 200 })
  }).toPass()
  isAway = false
  await page.getByRole('button', { name: live('tryAgain') }).click()
  await expect(own(page)).toContainText([/before/, /are you there/])
  await expect(page.locator('.msg-waiting')).toHaveCount(0)
})

test('a picture is sent with a message; other files and broken uploads are reported; one can be removed', async ({
  page,
}) => {
  await openChat(page)
  const attach = () => page.locator('summary').filter({ hasText: live('attach') })
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    await attach().click()
    await page.getByLabel(live('chooseFile'), { exact: true }).setInputFiles(file)
  }
  const pdf = { mimeType: 'application/pdf', buffer: Buffer.from('MZ this is none') }
  await choose({ name: 'virus.exe', ...pdf })
  await expect(page.getByText(errors('file_type'))).toBeVisible()
  await choose({ name: 'licence.pdf', ...pdf })
  await expect(page.getByText(errors('file_type'))).toBeVisible()
  await page.route('**/profile/chat/upload', (route) => route.abort(), { times: 1 })
  await choose({ name: 'car.png', mimeType: 'image/png', buffer: await picture() })
  await expect(page.getByText(errors('upload_failed'))).toBeVisible()

  await choose({ name: 'car.png', mimeType: 'image/png', buffer: await picture() })
  await expect(page.getByText(live('uploaded'))).toBeVisible()
  await page.getByRole('button', { name: live('removeOne', { name: 'car.png' }) }).click()
  await expect(page.getByText(live('uploaded'))).toHaveCount(0)
  await choose({ name: 'car.png', mimeType: 'image/png', buffer: await picture() })
  await expect(page.getByText(live('uploaded'))).toBeVisible()
  await say(page, 'my car')
  await expect(own(page).getByRole('img')).toBeVisible()
  await expect(own(page)).toContainText('my car')
})

test('several files go in one message, each with its progress; an invalid one does not stop the others', async ({
  page,
}) => {
  await openChat(page)
  const buffer = await picture()
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/profile/chat/upload', async (route) => {
    await held
    await route.continue()
  })
  const choose = async (names: string[]) => {
    await page
      .locator('summary')
      .filter({ hasText: live('attach') })
      .click()
    const files = names.map((name) => ({ name, mimeType: 'image/png', buffer }))
    await page.getByLabel(live('chooseFile'), { exact: true }).setInputFiles(files)
  }
  const long = `${'a-picture-with-a-long-name-'.repeat(5)}.png`
  await choose([long, 'notes.txt', 'two.png', 'three.png'])
  await expect(page.getByRole('progressbar')).toHaveCount(3)
  await expect(page.getByRole('alert').filter({ hasText: 'notes.txt' })).toContainText(errors('file_type'))
  await expect(page.getByRole('button', { name: live('removeOne', { name: long }) })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.getByRole('button', { name: live('removeOne', { name: 'two.png' }) }).click()
  await say(page, 'too early')
  await expect(page.getByText(live('stillUploading'))).toBeVisible()
  go()
  await expect(page.getByText(live('uploaded'))).toHaveCount(2)
  await choose(['3.png', '4.png', '5.png', '6.png'])
  await expect(page.getByText(errors('too_many_files'))).toBeVisible()
  await expect(page.getByText(live('uploaded'))).toHaveCount(5)
  await say(page, 'five of them')
  await expect(own(page)).toHaveCount(1)
  await expect(own(page)).toContainText('five of them')
  await expect(own(page).getByRole('img')).toHaveCount(5)
  await expect(page.getByText(live('uploaded'))).toHaveCount(0)
  await expectToFit(page)
})

test('an emoji is inserted at the cursor by keyboard', async ({ page }) => {
  await openChat(page)
  await field(page).fill('ab')
  await field(page).press('ArrowLeft')
  const summary = page.locator('summary').filter({ hasText: live('emoji') })
  await summary.focus()
  await summary.press('Enter')
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: '😀' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  const rows = await page
    .locator('.emoji')
    .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
  await expect(page.locator('.emoji button').nth(rows + 1)).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(summary).toBeFocused()
  await expect(field(page)).toHaveValue('a😀b')
})

test('a place is chosen on the map by keyboard and shown as a picture; a denied location is reported', async ({
  page,
  context,
}) => {
  await openChat(page)
  await page
    .locator('summary')
    .filter({ hasText: live('attach') })
    .click()
  await page.getByRole('button', { name: live('chooseLocation') }).click()
  const dialog = page.getByRole('dialog', { name: map('title') })
  const canvas = dialog.getByRole('application')
  await expect(canvas).toBeVisible()
  await expect.poll(() => canvas.locator('img.leaflet-tile-loaded').count()).toBeGreaterThan(3)
  expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(600)
  await expectAccessible(page)
  await context.clearPermissions()
  await dialog.getByRole('button', { name: map('showMine') }).click()
  await expect(dialog.getByRole('alert')).toHaveText(errors('cant_find_location'))

  await canvas.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(dialog.getByText(/^Marker at latitude 26\.\d{5}, longitude 53\.\d{5}$/)).toBeAttached()
  await dialog.getByRole('button', { name: live('sendLocation') }).click()
  await expect(dialog).toHaveCount(0)
  const image = own(page).getByRole('img', { name: map('altPlace') })
  await expect(image).toBeVisible()
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
})

test('the browser’s location moves the marker', async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 35.6892, longitude: 51.389 })
  await openChat(page)
  await page
    .locator('summary')
    .filter({ hasText: live('attach') })
    .click()
  await page.getByRole('button', { name: live('chooseLocation') }).click()
  await page.getByRole('button', { name: map('showMine') }).click()
  await expect(page.getByText('Marker at latitude 35.68920, longitude 51.38900')).toBeAttached()
})

test('the tab opens the chat over the page; Escape and dragging down close it and return the focus', async ({
  page,
}) => {
  await startSignedIn(page, 'en', newcomer('en'), '/en/profile/profile')
  await wake(page)
  const tab = page
    .getByRole('navigation', { name: common('nav.bottom') })
    .getByRole('link', { name: common('nav.chat') })
  const dialog = page.getByRole('dialog', { name: live('title') })
  // Until the page is hydrated, the tab is a link to the chat's page.
  await expect.poll(() => tab.evaluate((link) => Object.keys(link).some((key) => key.startsWith('__react')))).toBe(true)
  await tab.click()
  await expect(dialog.getByRole('log')).toBeVisible()
  await expectAccessible(page)
  await say(page, 'from the dialog')
  await expect(own(page)).toContainText('from the dialog')
  // Closed before the message is acknowledged.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(tab).toBeFocused()

  await tab.click()
  await expect(own(page)).toContainText('from the dialog')
  const head = dialog.locator('.chat-head')
  const drag = async (pixels: number) => {
    const box = (await head.boundingBox())!
    await page.mouse.move(box.x + 60, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 60, box.y + 10 + pixels, { steps: 5 })
    await page.mouse.up()
  }
  await drag(60)
  await expect(dialog).toBeVisible()
  await drag(200)
  await expect(dialog).toHaveCount(0)
})

test('a message without an acknowledgement appears once when the chat is opened again', async ({ page }) => {
  let isHeld = false
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => server.send(message))
    server.onMessage((message) => {
      if (!isHeld) socket.send(message)
    })
  })
  await startSignedIn(page, 'en', newcomer('en'), '/en/profile/chat')
  await expect(log(page)).toBeVisible()
  await say(page, 'before')
  await expect(own(page)).toContainText(chat('sent'))
  isHeld = true
  await say(page, 'is it doubled?')
  await expect(page.locator('.msg-waiting')).toHaveCount(1)
  // The message has arrived, as the server-rendered page shows.
  await expect.poll(async () => (await page.request.get('/en/profile/chat')).text()).toContain('is it doubled?')
  await page.reload()
  await expect(log(page).getByText('is it doubled?')).toHaveCount(1)
  await expect(own(page)).toHaveCount(2)
  await expect(page.locator('.msg-waiting')).toHaveCount(0)
})

test('hostile and huge texts stay text and fit the page', async ({ page }) => {
  await openChat(page)
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script> \u202egnitteh'
  await say(page, hostile)
  await expect(own(page).first()).toContainText('<img src=x onerror=')
  await expect(own(page).locator('img, script')).toHaveCount(0)
  await field(page).fill('x'.repeat(4001))
  await field(page).press('Enter')
  await expect(page.getByText(errors('max_length', { n: 4000 }))).toBeVisible()
  await expect(field(page)).toHaveValue('x'.repeat(4001))
  await field(page).fill('y'.repeat(4000))
  await field(page).press('Enter')
  await expect(own(page)).toHaveCount(2)
  await expectToFit(page)
})

test('text typed while the chat is still loading stays, with the cursor in its place', async ({ page }) => {
  await startSignedIn(page, 'en', newcomer('en'), '/en/profile/profile')
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/profile/chat/ticket**', async (route) => {
    await held
    await route.continue()
  })
  await page.route(/\/assets\/(live-room|sales-room)[^/]*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/en/profile/chat')
  await field(page).pressSequentially('is it')
  await field(page).press('ArrowLeft')
  go()
  await expect(log(page)).toBeVisible()
  await expect(field(page)).toHaveValue('is it')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('x')
  await expect(field(page)).toHaveValue('is ixt')
})

test('the tab counts messages that arrive while the chat is closed', async ({ page, request }) => {
  await openChat(page)
  await say(page, 'anybody there')
  await expect(own(page)).toHaveCount(1)
  const operator = await operatorIn(request, 'anybody there')
  await page.clock.install()
  await page.goto('/en/profile/profile')
  const tab = page
    .getByRole('navigation', { name: common('nav.bottom') })
    .getByRole('link', { name: common('nav.chat') })
  await expect.poll(() => tab.evaluate((link) => Object.keys(link).some((key) => key.startsWith('__react')))).toBe(true)
  const before = await tab.locator('[data-unread]').count()
  await operator.say('yes, we are')
  await operator.say('all of us')
  await page.clock.runFor(61_000)
  await expect(tab.locator('[data-unread]')).toHaveAttribute('data-unread', before ? /^[34]$/ : /^[23]$/)
})

test('messages over the limit per minute wait and say so', async ({ page }) => {
  await openChat(page)
  await say(page, 'the first')
  await expect(own(page)).toHaveCount(1)
  // Another tab without scripts uses up the minute's messages.
  for (let isOver = false; !isOver; ) {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        page.request.post('/en/profile/chat', {
          headers: { origin: new URL(page.url()).origin },
          multipart: { message: 'again', client_id: randomUUID() },
          maxRedirects: 0,
        }),
      ),
    )
    const statuses = answers.map((answer) => answer.status())
    expect(statuses.filter((status) => status !== 303 && status !== 429)).toEqual([])
    isOver = statuses.includes(429)
  }
  await say(page, 'one too many')
  await expect(page.locator('.msg-waiting').getByRole('status').first()).toHaveText(live('tooMany'))
})

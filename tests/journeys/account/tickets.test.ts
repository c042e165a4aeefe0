import { expect, type Page, test } from '@playwright/test'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { pdf, photo, pictureBomb } from '../../support/api/files.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { testWithOperator } from '../../support/browser/steps/direct-link.ts'
import { reserveAs } from '../../support/browser/steps/own-trip.ts'
import { type Newcomer, newcomer, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'

test.setTimeout(180_000)

const upload = async (file: File) => ({
  name: file.name,
  mimeType: file.type,
  buffer: Buffer.from(await file.arrayBuffer()),
})

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'tickets')
  const trips = textFor(language, 'trips')
  const chat = textFor(language, 'chat')
  const account = textFor(language, 'account')
  const errors = textFor(language, 'errors')
  const list = `${prefix}/profile/ticketing`
  const form = `${list}/new`

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language], extraHTTPHeaders: freshAddress() })
    let person: Newcomer
    let isScripted = false
    test.beforeEach(({ javaScriptEnabled }) => {
      isScripted = javaScriptEnabled !== false
      person = newcomer(language)
    })

    test(
      'a ticket with files is opened from a trip, corrected, sent, answered and closed',
      WITH_SCRIPTS,
      async ({ page, request }) => {
        const trip = await reserveAs(request, language, person)
        await startSignedIn(page, language, person, list)
        await expect(page.getByText(t('empty.title'))).toBeVisible()
        await page.goto(`${prefix}/profile/reservation/${trip.id}`)
        await page.getByRole('link', { name: trips('next.support') }).click()
        await expect(page.getByLabel(t('reservation'))).toHaveValue(trip.id)

        await page.locator('main form').getByText(t('department.FINANCIAL'), { exact: true }).click()
        await page.getByRole('textbox', { name: t('message') }).fill('Where is it?\nSecond line')
        const bad = { name: 'run.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg><script/></svg>') }
        await page.getByLabel(t('files')).setInputFiles([await upload(await photo('car.jpg')), bad])
        await page.getByLabel(t('subject')).evaluate((box) => box.removeAttribute('required'))
        await page.getByRole('button', { name: t('send') }).click()

        const summary = page.getByRole('alert')
        await expect(summary).toContainText(errors('required'))
        await expect(summary).toContainText(errors('file_type'))
        await expect(summary).toContainText('run.svg')
        await expect(page.getByRole('textbox', { name: t('message') })).toHaveValue('Where is it?\nSecond line')
        await expect(page.getByLabel(t('reservation'))).toHaveValue(trip.id)
        await expect(page.getByRole('radio', { name: t('department.FINANCIAL') })).toBeChecked()
        await expect(page.getByRole('checkbox', { name: 'car.jpg' })).toBeChecked()
        await expectToFit(page)
        if (isScripted) await expectAccessible(page)

        await page.getByLabel(t('subject')).fill('Deposit <b>')
        await page.getByLabel(t('files')).setInputFiles(await upload(pdf('receipt.pdf')))
        await page.getByRole('button', { name: t('send') }).click()
        await expect(page.getByRole('heading', { name: 'Deposit <b>' })).toBeVisible()
        await expect(page.getByText(t('status.OPEN'))).toBeVisible()
        const talk = page.getByRole('list', { name: t('talk') })
        await expect(talk.getByText('Second line')).toBeVisible()
        await expectPicture(page, chat('file.picture', { name: 'car.jpg' }))
        const file = await talk.getByRole('link', { name: /receipt\.pdf/ }).getAttribute('href')
        const answer = await page.request.get(file ?? '')
        expect(answer.headers()['content-disposition']).toMatch(/^attachment/)
        expect(answer.headers()['content-security-policy']).toMatch(/^sandbox/)
        expect(answer.headers()['x-content-type-options']).toBe('nosniff')
        const stranger = await request.get(file ?? '', { maxRedirects: 0 })
        expect(stranger.status()).toBe(303)
        await expectToFit(page)
        if (isScripted) await expectAccessible(page)

        await page.getByLabel(t('reply')).fill('Thanks')
        await page.getByRole('button', { name: t('replySend') }).click()
        await expect(talk.getByText('Thanks')).toBeVisible()
        await expect(page.getByLabel(t('reply'))).toHaveValue('')
        const second = await page.context().newPage()
        await second.goto(page.url())
        await second.getByLabel(t('reply')).fill('One more thing')
        await page.getByRole('button', { name: t('close') }).click()
        await expect(page.getByText(t('closed'))).toBeVisible()
        await second.getByRole('button', { name: t('replySend') }).click()
        await expect(second.getByRole('alert')).toContainText(errors('ticket_closed'))
        await expect(second.getByLabel(t('reply'))).toHaveValue('One more thing')
        await page.goto(list)
        await expect(page.getByRole('listitem').filter({ hasText: 'Deposit <b>' })).toContainText(t('status.CLOSED'))
        if (isScripted) await expectAccessible(page)
      },
    )

    test(
      'too many, empty, broken and huge files are each named, and nothing typed is lost',
      WITHOUT_SCRIPTS,
      async ({ page }) => {
        await startSignedIn(page, language, person, form)
        await page.getByLabel(t('subject')).fill('Files')
        const tooLarge = {
          name: 'large.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.alloc(10_000_001, '%PDF-1.4'),
        }
        const empty = { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) }
        const files = [tooLarge, empty, await upload(pictureBomb(10_000))]
        await page.getByLabel(t('files')).setInputFiles(files)
        await page.getByRole('button', { name: t('send') }).click()
        const field = page.getByRole('alert')
        await expect(field).toContainText('large.pdf')
        await expect(field).toContainText(errors('file_size'))
        await expect(page.getByLabel(t('subject'))).toHaveValue('Files')

        const ten = await Promise.all(Array.from({ length: 10 }, (_, n) => upload(pdf(`${n}.pdf`))))
        await page.getByLabel(t('files')).setInputFiles(ten)
        await page.getByRole('button', { name: t('send') }).click()
        await expect(page.getByRole('alert')).toContainText(errors('too_many_files'))
        await expect(page.getByRole('checkbox', { name: /\.pdf$/ })).toHaveCount(5)
        await page.getByRole('checkbox', { name: '4.pdf' }).uncheck()
        await page.getByRole('textbox', { name: t('message') }).fill('Four of them')
        await page.getByRole('button', { name: t('send') }).click()
        await expect(page.getByRole('heading', { name: 'Files' })).toBeVisible()
        await expect(page.getByRole('link', { name: /\d\.pdf/ })).toHaveCount(4)
      },
    )
  })

  testWithOperator(
    `${language}: an answer is marked in the menu until it is read`,
    inSample(language),
    async ({ page, operator }) => {
      const writer = newcomer(language)
      await startSignedIn(page, language, writer, form)
      await page.getByLabel(t('subject')).fill('Seats')
      await page.getByRole('textbox', { name: t('message') }).fill('How many?')
      await page.getByRole('button', { name: t('send') }).click()
      await expect(page.getByRole('heading', { name: 'Seats' })).toBeVisible()
      await operator.answer(page.url().split('/').at(-1) ?? '', 'Room for five')
      await page.goto(`${prefix}/profile/mobile`)
      const entry = page.getByRole('link', { name: account('menu.ticketing') })
      await expect(entry.last()).toContainText(localDigits(1, language))
      await page.goto(list)
      await expect(page.getByText(t('unread'))).toBeVisible()
      await page.getByRole('link', { name: 'Seats' }).click()
      await expect(page.getByText('Room for five')).toBeVisible()
      await expect(page.getByText(t('newFrom'))).toBeVisible()
      await page.goto(list)
      await expect(page.getByRole('heading', { name: t('title') })).toBeVisible()
      await expect(page.getByText(t('unread'))).toBeHidden()
    },
  )
}

async function expectPicture(page: Page, name: string) {
  const picture = page.getByRole('img', { name })
  await expect(picture).toBeVisible()
  const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
}

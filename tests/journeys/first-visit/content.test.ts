import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { pdf } from '../../support/api/files.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { askForCode, codeSentTo, giveCode, newcomer, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { approveComments } from '../../support/server/database/site-database.ts'

test.setTimeout(120_000)

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const post = `${prefix}/blog/kish-in-two-days`
  const blog = textFor(language, 'blog')
  const pages = textFor(language, 'pages')
  const help = textFor(language, 'help')
  const login = textFor(language, 'login')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language], extraHTTPHeaders: freshAddress() })

    test(
      'a signed-out person’s like counts after they sign in, and can become a dislike',
      WITH_SCRIPTS,
      async ({ page }) => {
        const person = newcomer(language)
        await page.goto(post)
        await page.getByRole('button', { name: blog('vote.like') }).click()
        await askForCode(page, language, person)
        await giveCode(page, language, await codeSentTo(person.sentTo))
        await page.getByRole('button', { name: login('resume.submit') }).click()
        await expect(page).toHaveURL(`${post}#vote`)
        await expect(page.getByText(blog('vote.counted'))).toBeVisible()
        const like = page.getByRole('button', { name: blog('vote.like') })
        const dislike = page.getByRole('button', { name: blog('vote.dislike') })
        await expect(like).toHaveAttribute('aria-pressed', 'true')
        await dislike.click()
        await expect(dislike).toHaveAttribute('aria-pressed', 'true')
        await expect(like).toHaveAttribute('aria-pressed', 'false')
        await dislike.click()
        await expect(page.getByText(blog('vote.withdrawn'))).toBeVisible()
        await expect(dislike).toHaveAttribute('aria-pressed', 'false')
      },
    )

    test(
      'a comment is shown once an operator has approved it',
      WITHOUT_SCRIPTS,
      async ({ page, javaScriptEnabled }) => {
        const firstLine = `First line ${Date.now()}`
        await startSignedIn(page, language, newcomer(language), post)
        const box = page.getByLabel(blog('comments.label'))
        await box.evaluate((field) => field.removeAttribute('required'))
        await page.getByRole('button', { name: blog('comments.send') }).click()
        await expect(page.getByRole('alert')).toContainText(textFor(language, 'errors')('required'))
        await box.fill(`${firstLine}\n<b>second</b>`)
        await page.getByRole('button', { name: blog('comments.send') }).click()
        await expect(page.getByText(blog('comments.sent'))).toBeVisible()
        await expect(page.getByText(firstLine)).toBeHidden()
        await approveComments(firstLine)
        await page.goto(post)
        await expect(page.getByText(firstLine)).toContainText('<b>second</b>')
        await expectToFit(page)
        if (javaScriptEnabled !== false) await expectAccessible(page)
      },
    )

    test('a complaint names what is missing, survives the sign-in, and becomes a ticket', async ({ page }) => {
      const person = newcomer(language)
      await page.goto(`${prefix}/pages/complaints`)
      const form = page.getByRole('region', { name: pages('complaint.title') })
      await form.locator('[required]').evaluateAll((fields) => {
        for (const field of fields) field.removeAttribute('required')
      })
      await form.getByLabel(pages('complaint.number')).fill('SV-48213')
      await form.getByRole('button', { name: pages('complaint.send') }).click()
      await expect(page.getByRole('alert').getByRole('link')).toHaveCount(2)
      await expect(form.getByLabel(pages('complaint.number'))).toHaveValue('SV-48213')
      await form.getByLabel(pages('complaint.about')).selectOption('payment')
      await form.getByLabel(pages('complaint.message')).fill('The deposit\nis late.')
      await form.getByRole('button', { name: pages('complaint.send') }).click()
      await askForCode(page, language, person)
      await giveCode(page, language, await codeSentTo(person.sentTo))
      await page.getByRole('button', { name: login('resume.submit') }).click()
      const topic = pages('complaint.topic.payment')
      const subject = pages('complaint.subjectOf', { topic, number: 'SV-48213' })
      await expect(page.getByRole('heading', { name: subject })).toBeVisible()
      await expect(page.getByText('is late.')).toBeVisible()

      // Now that somebody is signed in, a file comes along.
      await page.goto(`${prefix}/pages/complaints`)
      await form.getByLabel(pages('complaint.about')).selectOption('vehicle')
      await form.getByLabel(pages('complaint.message')).fill('Another car than booked.')
      const paper = pdf('contract.pdf')
      const sent = { name: paper.name, mimeType: paper.type, buffer: Buffer.from(await paper.arrayBuffer()) }
      await form.getByLabel(textFor(language, 'tickets')('files')).setInputFiles(sent)
      await form.getByRole('button', { name: pages('complaint.send') }).click()
      await expect(page.getByRole('link', { name: /contract\.pdf/ })).toBeVisible()
    })

    test('the help centre finds articles in any language', WITHOUT_SCRIPTS, async ({ page }) => {
      await page.goto(`${prefix}/pages/help`)
      await page.getByLabel(help('search.label')).fill(language === 'fa' ? 'Kaution' : 'وديعه')
      await page.getByRole('button', { name: help('search.button') }).click()
      await page.locator(`a[href="${prefix}/pages/help/deposit"]`).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(`${prefix}/pages/help/deposit`)
    })
  })
}

test('a post’s number redirects permanently to its address', async ({ request }) => {
  const { results } = await (await request.get('/api/blog/posts/')).json()
  for (const { id, slug } of results.slice(0, 2)) {
    const answer = await request.get(`/en/blog/v/${id}`, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([301, `/en/blog/${slug}`])
  }
})

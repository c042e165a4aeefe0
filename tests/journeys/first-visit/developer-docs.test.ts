import { expect, test } from '@playwright/test'
import { GUIDES } from '#app/api/docs/guides.ts'

test.use({ locale: 'en-US' })

test('a developer reads all guides, from one to the next, and each as Markdown', async ({ page, request }) => {
  await page.goto(`/api/docs/${GUIDES[0]}`)
  const nav = page.getByRole('navigation', { name: 'Documentation' })
  const links = await nav.getByRole('link').all()
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')))
  for (const guide of GUIDES) {
    expect(paths).toContain(`/api/docs/${guide}`)
    await nav.locator(`[href="/api/docs/${guide}"]`).click()
    await expect(nav.locator('[aria-current]')).toHaveAttribute('href', `/api/docs/${guide}`)
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
    const markdown = await request.get((await page.getByRole('link', { name: 'Markdown' }).getAttribute('href')) ?? '')
    expect(markdown.headers()['content-type']).toContain('text/markdown')
    expect((await markdown.text()).split('\n')[0]).toBe(`# ${title}`)
  }
  await page.goto('/api/docs/errors')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the text' })).toBeFocused()
})

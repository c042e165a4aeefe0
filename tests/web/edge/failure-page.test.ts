import { hash } from 'node:crypto'
import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { directionOf, localeTag, pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { createFailurePages } from '#app/web/edge/response/failure-page.ts'

const pages = createFailurePages(readConfig({ BRAND_NAME_EN: 'Rides <&> Co' }).brand)
const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

test.each(LANGUAGES)('a request that is refused before it reaches the site gets a page in %s', async (language) => {
  const t = textFor(language, 'common')
  for (const [status, title, mayPass] of [
    [503, t('error.busy'), true],
    [413, t('error.tooLarge'), false],
    [429, t('error.tooMany'), true],
  ] as const) {
    const { html, policy } = pages(status, pathIn(language, '/rent/car?city=Kish'))
    expect(html).toContain(`<html lang="${localeTag(language)}" dir="${directionOf(language)}">`)
    expect(html).toContain(`<h1>${title}</h1>`)
    expect(html).toContain(`href="${pathIn(language, '/')}">${t('error.home')}</a>`)
    expect(html.includes(t('error.again'))).toBe(mayPass)
    expect(html).not.toMatch(/<script|undefined|<&>/)
    // Its policy allows its style and nothing else.
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
    expect(policy).toContain(`'sha256-${hash('sha256', style, 'base64')}'`)
    expect(policy).not.toContain('unsafe-inline')
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  }
})

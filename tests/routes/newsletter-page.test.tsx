import { expect, test } from 'vitest'
import { textFor } from '#app/i18n/text/texts.server.ts'
import Newsletter from '#app/routes/newsletter/newsletter.tsx'
import { LANGUAGES } from '#app/rules/constants.ts'
import { render } from '../support/browser/render.tsx'

test.each(LANGUAGES.flatMap((language) => (['sent', 'confirmed'] as const).map((done) => [language, done] as const)))(
  'the newsletter’s page in %s says only in sentences that it was %s',
  (language, done) => {
    const t = textFor(language, 'newsletter')
    const props = { loaderData: { done } } as unknown as Parameters<typeof Newsletter>[0]
    const text = render(language, <Newsletter {...props} />).replace(/<[^>]+>/g, '')
    expect(text).toBe(t(`${done}.title`) + t(`${done}.text`))
  },
)

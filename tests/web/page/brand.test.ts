import { RouterContextProvider } from 'react-router'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { noticeMail } from '#app/api/notifications/mail/notice-mail.tsx'
import { readConfig } from '#app/config.ts'
import { createBrandFiles } from '#app/providers/files/brand-files.ts'
import { loader as manifest } from '#app/routes/manifest.ts'
import { contrast } from '#app/rules/text/contrast.ts'
import { type SiteContext, siteContext } from '#app/web/page/context.ts'
import { brandStyle } from '#app/web/page/head/brand-style.ts'

const PLUM = { BRAND_COLOUR: '#6b2f7a', BRAND_ACCENT: '#ffb86b', BRAND_LANGUAGES: 'de,en' }

test('the ratio of two colours is that of WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('the site starts with the design’s own colours, and with a brand’s readable ones', () => {
  expect(readConfig({}).brand.palette).toBeUndefined()
  expect(readConfig({ BRAND_COLOUR: '#006b75', BRAND_ACCENT: '#f5b32a' }).brand.palette?.light.brand).toBe('#006b75')
  expect(readConfig(PLUM).brand).toMatchObject({ languages: ['en', 'de'], layout: 'default' })
})

test.each([
  [
    { BRAND_COLOUR: '#7fd4d8' },
    /BRAND_COLOUR: brand #7fd4d8 on surface #ffffff has a contrast of 1\.\d\d in the light/,
  ],
  [
    { BRAND_COLOUR: '#006b75', BRAND_COLOUR_DARK: '#00474d' },
    /BRAND_COLOUR_DARK: .* in the dark scheme; it needs 4\.5/,
  ],
  [{ BRAND_COLOUR: 'teal' }, /BRAND_COLOUR: must be a colour as #rrggbb/],
  [{ BRAND_LANGUAGES: 'en,fr' }, /BRAND_LANGUAGES: must be some of/],
  [{ BRAND_LOGO: 'no-such-file.svg' }, /BRAND_LOGO: there is no such file/],
])('the site does not start with %o', (environment, problem) => {
  expect(() => readConfig(environment)).toThrow(problem)
})

test('a brand’s colours are in its style sheet, its manifest and its e-mails', async () => {
  const config = readConfig({ ...PLUM, BRAND_NAME_EN: 'Plum Rides' })
  const { palette } = config.brand
  expect(brandStyle(palette)?.css).toMatch(/^:root\{--color-brand:#6b2f7a;.*@media \(prefers-color-scheme:dark\)/)
  expect(brandStyle(undefined)).toBeUndefined()
  const context = new RouterContextProvider()
  context.set(siteContext, { config, language: 'en' } as SiteContext)
  const answer = await manifest({ context } as unknown as Parameters<typeof manifest>[0])
  expect(await answer.json()).toMatchObject({ name: 'Plum Rides', theme_color: '#6b2f7a' })
  const mail = noticeMail({
    ...{ language: 'en', brand: 'Plum Rides', palette, origin: 'https://plum.example' },
    content: { title: 'Hello', body: 'There', action: { label: 'Go', path: '/en' } },
  })
  expect(mail.html).toContain('background-color:#6b2f7a')
  expect(mail.html).not.toContain('#006b75')
})

test('icons of every size have the brand’s colours; the maskable one fills its whole square', async () => {
  const files = createBrandFiles({ palette: readConfig(PLUM).brand.palette, css: undefined, logo: undefined })
  for (const [name, size] of [
    ['icon-180', 180],
    ['icon-192', 192],
    ['icon-512', 512],
    ['maskable-512', 512],
  ] as const) {
    const file = await files(`/brand/${name}.png`)
    const { width, height } = await sharp(file?.body as Uint8Array).metadata()
    expect([file?.type, width, height]).toEqual(['image/png', size, size])
  }
  const { data, info } = await sharp((await files('/brand/maskable-512.png'))?.body as Uint8Array)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(data[info.channels - 1]).toBe(255)
  expect((await files('/brand/icon.svg'))?.body).toContain('fill="#6b2f7a"')
  expect(await files('/brand/icon-999.png')).toBeUndefined()
  expect(await files('/brand/style.css')).toBeUndefined()
})

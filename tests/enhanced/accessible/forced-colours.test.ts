import { expect, type Locator, test } from '@playwright/test'
import { freeVehicle } from '../../support/api/booking.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`with the system’s ${colorScheme} colours`, () => {
    test.use({ colorScheme, contextOptions: { forcedColors: 'active' } })

    test('selected differs from unselected, and buttons have a border', async ({ page, request }) => {
      await page.goto('/en/rent/car')
      await expectToDiffer(page.locator('.chip[aria-current]'), page.locator('a.chip:not([aria-current])').first())
      const kinds = page.getByRole('search').first().locator('.seg label')
      await expectToDiffer(
        kinds.filter({ has: page.locator(':checked') }),
        kinds.filter({ hasNot: page.locator(':checked') }),
      )
      await expect(page.getByRole('search').first().getByRole('button')).not.toHaveCSS('border-top-width', '0px')
      await expectToDiffer(page.locator('.bars .on').first(), page.locator('.bars'), 'fill')

      const { path } = await freeVehicle(request)
      await page.goto(`/en${path}`)
      const days = page.locator('.cal')
      await expectToDiffer(days.locator('.from > *').first(), days.locator('td:not(.from, .to, .in-r) > a').first())
      const places = page.locator('.choice')
      await expectToDiffer(
        places.filter({ has: page.locator(':checked') }).first(),
        places.filter({ hasNot: page.locator(':checked') }).first(),
        'border-top-color',
      )
    })
  })
}

async function expectToDiffer(chosen: Locator, other: Locator, property = 'background-color') {
  const [one, two] = await Promise.all(
    [chosen, other].map((shown) =>
      shown.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property),
    ),
  )
  expect(one).not.toBe(two)
}

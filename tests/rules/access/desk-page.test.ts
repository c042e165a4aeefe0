import { expect, test } from 'vitest'
import { rolesOfPage } from '#app/rules/access/desk-page.ts'

test.each([
  ['/desk', ['OWNER', 'DESK', 'DRIVER']],
  ['/desk/', ['OWNER', 'DESK', 'DRIVER']],
  ['/desk/more', ['OWNER', 'DESK', 'DRIVER']],
  ['/desk/reservations', ['OWNER', 'DESK']],
  ['/desk/reservations/abc', ['OWNER', 'DESK', 'DRIVER']],
  ['/desk/reservations/abc/take-back', ['OWNER', 'DESK', 'DRIVER']],
  ['/desk/reservations/abc/vehicle', ['OWNER', 'DESK']],
  ['/desk/fleet/17/prices', ['OWNER', 'DESK']],
  ['/desk/fleet/imports/3', ['OWNER']],
  ['/desk/bank/3', ['OWNER']],
  ['/desk/fleet/many/prices', ['OWNER']],
  ['/desk/fleet/many/state', ['OWNER', 'DESK']],
  ['/desk/company', ['OWNER']],
  ['/desk/company/tiers', ['OWNER']],
  ['/desk/company/prices', ['OWNER', 'DESK']],
  ['/desk/staff/4/remove', ['OWNER']],
  ['/desk/statement', ['OWNER']],
  ['/desk/developers', ['OWNER']],
])('%s is for %s', (path, roles) => {
  expect(rolesOfPage(path)).toEqual(roles)
})

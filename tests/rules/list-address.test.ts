import { expect, test } from 'vitest'
import { listAt, oneOf, words } from '#app/rules/search/list-address.ts'

const CARS = listAt('/desk/cars', {
  size: 25,
  filters: { q: words(5), state: oneOf(['offered', 'paused']), order: oneOf(['new', 'old'], 'new') },
})

const asked = (query: string) => CARS.asked(new URLSearchParams(query))

test('an address requests one page of the list, with the filters that it knows', () => {
  expect(asked('q=%20dacia%20logan&state=paused&order=old&page=3&other=1')).toEqual({
    q: 'dacia',
    state: 'paused',
    order: 'old',
    page: 3,
    size: 25,
  })
})

test('an unknown filter value filters nothing, and an invalid page is the first', () => {
  const usual = { q: undefined, state: undefined, order: 'new', page: 1, size: 25 }
  expect(asked('')).toEqual(usual)
  for (const page of ['0', '-2', '1.5', 'two', '9999999', '1e3'])
    expect(asked(`q=&state=sold&order=best&page=${page}`)).toEqual(usual)
})

test('the address of a page keeps the filters, and leaves out default values', () => {
  expect(CARS.href({ q: 'a b', state: 'paused', order: 'new' }, 2)).toBe('/desk/cars?q=a+b&state=paused&page=2')
  expect(CARS.href({ order: 'old' })).toBe('/desk/cars?order=old')
  expect(CARS.href({}, 1)).toBe('/desk/cars')
})

test('an address is parsed to the values that it was made of', () => {
  const filters = { q: 'kish', state: 'offered', order: 'old' } as const
  expect(asked(CARS.href(filters, 4).split('?')[1] ?? '')).toEqual({ ...filters, page: 4, size: 25 })
})

test("the page's handle has every query parameter", () => {
  expect(CARS.query).toEqual(['q', 'state', 'order', 'page'])
})

import { describe, expect, test } from 'vitest'
import { changeFields, changeQuery } from '#app/routes/profile/trips/change/change-query.ts'

type Places = Parameters<typeof changeQuery>[0]
const place = { id: 7 } as Places['receive']['place']
const atOffices: Places = { receive: { place, address: 'Main street' }, return: { place, address: 'Main street' } }
const atHome: Places = { ...atOffices, receive: { place: null, address: 'Am Wall 12' } }
const time = { start_date: '2026-12-01', start_time: '10:00', end_date: '2026-12-04', end_time: '10:00' }

describe('the address of a requested change', () => {
  test('contains the requested change, and fills the form in again', () => {
    const wanted = { ...time, child_seat_count: 2, extra_driver: true, internet: false, receive_address: { id: 7 } }
    const query = changeQuery(atOffices, wanted)
    expect(Object.fromEntries(query ?? [])).toEqual({
      ...time,
      child_seat_count: '2',
      extra_driver: 'on',
      'receive_address.id': '7',
    })
    expect(Object.fromEntries(changeFields(atOffices, query ?? new URLSearchParams()))).toEqual(
      Object.fromEntries(query ?? []),
    )
  })

  test('never contains an address of the customer', () => {
    const moved = { ...time, receive_address: { id: -1, address: 'Neue Straße 1' } }
    expect(changeQuery(atOffices, moved)).toBeUndefined()
    expect(changeQuery(atHome, moved)).toBeUndefined()
    const query = changeQuery(atHome, { ...time, receive_address: { id: -1, address: 'Am Wall 12' } })
    expect(String(query)).not.toContain('Wall')
    expect(changeFields(atHome, query ?? new URLSearchParams()).get('receive_address.address')).toBe('Am Wall 12')
  })
})

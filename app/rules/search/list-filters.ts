/** The filters of a saved view of the company's reservations. */
export type ListFilters = {
  list?:
    | 'all'
    | 'open'
    | 'waiting'
    | 'held'
    | 'quotes'
    | 'coming'
    | 'out'
    | 'late'
    | 'rent_open'
    | 'completed'
    | 'ended'
    | undefined
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
  place?: number | undefined
  vehicle?: number | undefined
}

import { z } from 'zod'
import { about, deskStaff, forCompany } from '#app/contract/call/base.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { IsoDate, RowId } from '#app/contract/shapes/shapes.ts'
import { optionalText, requiredText } from '#app/contract/shapes/text.ts'
import { DESK_LISTS } from './reservations.ts'

/** The filters of the list of reservations; a missing one does not filter. */
const Filters = z.strictObject({
  list: z.enum(DESK_LISTS).optional(),
  q: optionalText(80),
  from: IsoDate.optional(),
  to: IsoDate.optional(),
  place: RowId.optional(),
  vehicle: RowId.optional(),
})

const View = z.object({ id: z.int(), name: z.string(), filters: Filters })
export const ViewName = requiredText(40)

export const views = {
  views: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/views/',
      summary: 'The caller’s own saved filters of the list of reservations (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId }))
    .output(z.object({ views: z.array(View) })),
  saveView: forCompany(deskStaff)
    .route({
      method: 'POST',
      path: '/desk/views/',
      summary: 'Keep filters under a name; those of the same name are replaced (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(z.strictObject({ company: CompanyId, name: ViewName, filters: Filters }))
    .output(View),
  removeView: about(deskStaff, 'savedView')
    .route({ method: 'DELETE', path: '/desk/views/{id}/', summary: 'Forget saved filters (ours)', tags: ['company'] })
    .input(z.object({ id: RowId }))
    .output(z.object({ removed: z.boolean() })),
}

import { notices, setNotices } from './staff/notices.ts'
import { acceptInvitation, change, invitation, invite, list, remove, withdrawInvitation } from './staff/staff.ts'

export const staff = {
  notices,
  setNotices,
  list,
  invite,
  withdrawInvitation,
  change,
  remove,
  invitation,
  acceptInvitation,
}

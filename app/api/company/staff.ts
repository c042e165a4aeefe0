import { companyLog } from './staff/log.ts'
import { notices, setNotices } from './staff/notices.ts'
import { acceptInvitation, change, invitation, invite, list, remove, withdrawInvitation } from './staff/staff.ts'

export const staff = {
  log: companyLog,
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

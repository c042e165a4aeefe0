import { changeDetails, details } from './settings/details.ts'
import { exportData } from './settings/export/export.ts'
import { frame } from './settings/frame.ts'
import { removeLogo, setLogo } from './settings/logo.ts'
import { confirmTerms, onboarding } from './settings/onboarding.ts'
import { read, update } from './settings/settings.ts'

export const settings = {
  frame,
  onboarding,
  confirmTerms,
  read,
  update,
  details,
  changeDetails,
  setLogo,
  removeLogo,
  exportData,
}

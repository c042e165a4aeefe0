import { changeContact } from './account/change-contact.ts'
import { deleteAccount } from './account/delete-account.ts'
import { issueDirectLogin } from './account/direct-login.ts'
import { exportData } from './account/export-data.ts'
import { login } from './account/login.ts'
import { phonebookRegister } from './account/phonebook.ts'
import { profile } from './account/profile.ts'
import { endSession, logout, sessions } from './account/sessions.ts'
import { activate, token } from './account/sign-in.ts'
import { updateProfile } from './account/update-profile.ts'
import { usernameExists } from './account/username.ts'
import { walletHistory } from './account/wallet-history.ts'

export const account = {
  login,
  activate,
  token,
  logout,
  issueDirectLogin,
  profile,
  updateProfile,
  changeContact,
  usernameExists,
  phonebookRegister,
  walletHistory,
  sessions,
  endSession,
  exportData,
  deleteAccount,
}

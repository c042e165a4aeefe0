import { issueDirectLogin } from '#app/api/account/sign-in/direct-login.ts'
import { login } from '#app/api/account/sign-in/login.ts'
import { endSession, logout, sessions } from '#app/api/account/sign-in/sessions.ts'
import { activate, token } from '#app/api/account/sign-in/sign-in.ts'
import { changeContact } from './account/contact/change-contact.ts'
import { changeFavourites, favourites } from './account/favourites.ts'
import { deleteAccount } from './account/own-data/delete-account.ts'
import { exportData } from './account/own-data/export-data.ts'
import { readAvatar, uploadAvatar } from './account/profile/avatar.ts'
import { driver } from './account/profile/driver.ts'
import { phonebookRegister } from './account/profile/phonebook.ts'
import { profile } from './account/profile/profile.ts'
import { updateProfile } from './account/profile/update-profile.ts'
import { usernameExists } from './account/profile/username.ts'
import { forgetSearches, recentSearches, rememberSearch } from './account/recent-searches.ts'
import { checkFactor } from './account/second-factor/check.ts'
import { beginKeyCheck, checkKey, factorWays } from './account/second-factor/check-key.ts'
import { addKey, beginKey, removeKey } from './account/second-factor/keys.ts'
import { beginFactor, confirmFactor, endFactor, factor, renewRecoveryCodes } from './account/second-factor/set-up.ts'
import { walletHistory } from './account/wallet/wallet-history.ts'
import { payOutWallet, walletPayouts } from './account/wallet/wallet-payouts.ts'

export const account = {
  login,
  activate,
  token,
  logout,
  issueDirectLogin,
  factor,
  beginFactor,
  confirmFactor,
  checkFactor,
  renewRecoveryCodes,
  endFactor,
  beginKey,
  addKey,
  removeKey,
  factorWays,
  beginKeyCheck,
  checkKey,
  profile,
  driver,
  updateProfile,
  uploadAvatar,
  readAvatar,
  changeContact,
  usernameExists,
  phonebookRegister,
  walletHistory,
  payOutWallet,
  walletPayouts,
  favourites,
  changeFavourites,
  recentSearches,
  rememberSearch,
  forgetSearches,
  sessions,
  endSession,
  exportData,
  deleteAccount,
}

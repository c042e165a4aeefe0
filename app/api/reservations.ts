import { keepOwn, readCheaper } from '#app/api/cheaper/own-offer.ts'
import { switchToCheaper } from '#app/api/cheaper/switch.ts'
import { read as readCheckIn, saveArrival } from '#app/api/company/check-in/check-in.ts'
import { addDriver, addDriverPicture, driverPicture, removeDriver } from '#app/api/company/check-in/further-drivers.ts'
import { checkIdentity } from '#app/api/company/check-in/identity.ts'
import { addPhoto, read as readKeyBox } from '#app/api/company/check-in/key-box.ts'
import { addPicture, picture, removePictures, sendLicence } from '#app/api/company/check-in/licence.ts'
import { contract, contractCode, prepareContract, signContract } from '#app/api/company/contracts/own-contract.ts'
import { addToDispute } from '#app/api/company/protocols/charges/disputes.ts'
import { answerProposal } from '#app/api/company/protocols/charges/proposals.ts'
import { protocolPhoto } from '#app/api/company/protocols/photos.ts'
import { chooseParts } from '#app/api/payments/choose-parts.ts'
import { payDeposit } from '#app/api/payments/deposit/ask.ts'
import { dropChange } from '#app/api/payments/drop-change.ts'
import { read as readRecipient, remove as removeRecipient, save as saveRecipient } from '#app/api/payments/recipient.ts'
import { transactionCode } from '#app/api/payments/transaction-code.ts'
import { change, quoteChange } from '#app/api/reservations/change/change.ts'
import { askExtension, extension, quoteExtension } from '#app/api/reservations/extension/extension.ts'
import { endRental, quoteEnd, readMonthly } from '#app/api/reservations/monthly/end-early.ts'
import { offers } from '#app/api/reservations/offers/offers.ts'
import { correctPhone } from '#app/api/reservations/phone/correct-phone.ts'
import { acceptOffer } from '#app/api/reservations/quote/accept-quote.ts'
import { declineOffer, priceOffer, readOffer } from '#app/api/reservations/quote/own-quote.ts'
import { readDeposit, uploadDeposit } from '#app/api/reservations/read/deposit.ts'
import { list } from '#app/api/reservations/read/list.ts'
import { read } from '#app/api/reservations/read/read-own.ts'
import { protocols } from '#app/api/reservations/read/records/protocols.ts'
import { status } from '#app/api/reservations/read/status.ts'
import { refundWays } from '#app/api/reservations/read/voucher/refund-ways.ts'
import { managementVoucher, voucher } from '#app/api/reservations/read/voucher/voucher.ts'
import { voucherDescription } from '#app/api/reservations/read/voucher/voucher-description.ts'
import { discountIsValid } from '#app/api/reservations/reserve/discount/discount-is-valid.ts'
import { price } from '#app/api/reservations/reserve/price.ts'
import { rental } from '#app/api/reservations/reserve/rental.ts'
import { reserve, reserveSignedIn } from '#app/api/reservations/reserve/reserve.ts'
import { cancel } from '#app/api/reservations/status/cancel.ts'
import { cancelToAccount } from '#app/api/reservations/status/cancel-to-account.ts'

export const reservations = {
  rental,
  price,
  offers,
  reserve,
  reserveSignedIn,
  list,
  read,
  protocols,
  protocolPhoto,
  answerProposal,
  addToDispute,
  status,
  transactionCode,
  quoteChange,
  change,
  dropChange,
  extension,
  quoteExtension,
  askExtension,
  cancel,
  refundWays,
  cancelToAccount,
  correctPhone,
  voucher,
  managementVoucher,
  voucherDescription,
  discountIsValid,
  payDeposit,
  uploadDeposit,
  readDeposit,
  contract,
  prepareContract,
  contractCode,
  signContract,
  recipient: { read: readRecipient, save: saveRecipient, remove: removeRecipient },
  checkIn: { read: readCheckIn, addPicture, sendLicence, picture, removePictures, checkIdentity, saveArrival },
  drivers: { add: addDriver, addPicture: addDriverPicture, picture: driverPicture, remove: removeDriver },
  keyBox: { read: readKeyBox, addPhoto },
  monthly: { read: readMonthly, choose: chooseParts, quoteEnd, end: endRental },
  quotes: { read: readOffer, price: priceOffer, accept: acceptOffer, decline: declineOffer },
  cheaper: { read: readCheaper, switch: switchToCheaper, keep: keepOwn },
}

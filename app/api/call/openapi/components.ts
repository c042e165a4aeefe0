import { Profile, Tokens } from '#app/contract/account/account.ts'
import { SecurityKey } from '#app/contract/account/security-keys.ts'
import { AdCard, AdDetail, AdFilters, AnsweredComment } from '#app/contract/ads.ts'
import { ChatMessage, ChatRoom } from '#app/contract/chat/chat.ts'
import { CompanyCard, CompanyProfile, Place } from '#app/contract/companies.ts'
import { Block } from '#app/contract/company/calendar/blocks.ts'
import { Contract } from '#app/contract/company/contracts.ts'
import { Event } from '#app/contract/company/developers/events.ts'
import { Due, VehicleDue } from '#app/contract/company/fleet/due.ts'
import { Fine } from '#app/contract/company/fleet/fines.ts'
import { DeskVehicle } from '#app/contract/company/fleet/offers.ts'
import { OwnVehicle, VehiclePhoto } from '#app/contract/company/fleet/shapes.ts'
import { CompanyAccount } from '#app/contract/company/money/account.ts'
import { Commission } from '#app/contract/company/money/commission.ts'
import { OwnPlace } from '#app/contract/company/places/places.ts'
import { PriceSettings } from '#app/contract/company/prices/prices.ts'
import { Damage, Proposal } from '#app/contract/company/proposal.ts'
import { DeskMoney, Protocol, ProtocolPhoto, ProtocolSheet } from '#app/contract/company/protocols.ts'
import { DeskReservation } from '#app/contract/company/reservations/reservations.ts'
import { CompanySettings } from '#app/contract/company/settings/settings.ts'
import { DeskLine } from '#app/contract/company/shapes.ts'
import { AuditEntry } from '#app/contract/operator/audit.ts'
import { FoundThing } from '#app/contract/operator/overview/find.ts'
import { PersonReservation } from '#app/contract/operator/people.ts'
import { TimelineEntry } from '#app/contract/operator/reservations/timeline.ts'
import { OwnApplication } from '#app/contract/partners.ts'
import { PaymentStart } from '#app/contract/payments.ts'
import { City } from '#app/contract/places/places.ts'
import { Arrival, CheckIn, LicenceCheck, Readiness } from '#app/contract/reservations/check-in.ts'
import { Extension, ExtensionQuote } from '#app/contract/reservations/extensions.ts'
import { KeyBoxState } from '#app/contract/reservations/key-box.ts'
import { MonthlyPlan } from '#app/contract/reservations/monthly.ts'
import { Amount, RentalOffer } from '#app/contract/reservations/offers.ts'
import { OwnContract } from '#app/contract/reservations/own-contract.ts'
import { ChangeQuote, OwnReservation, ReservationCard } from '#app/contract/reservations/own-reservations.ts'
import { Quote } from '#app/contract/reservations/quotes.ts'
import { ReservationStatus, Reserved, Voucher } from '#app/contract/reservations/reservations.ts'
import { Bill, BillLine, Supplier } from '#app/contract/shapes/bill.ts'
import { Cover } from '#app/contract/shapes/cover.ts'
import { DepositFacts } from '#app/contract/shapes/deposit.ts'
import { Invoice } from '#app/contract/shapes/invoice.ts'
import { MonthlyChoice, MonthlyPart } from '#app/contract/shapes/monthly-part.ts'
import { PaymentCard } from '#app/contract/shapes/payment-shapes.ts'
import { Recipient } from '#app/contract/shapes/recipient.ts'
import { Currency, FieldErrors, PublicId, Rating } from '#app/contract/shapes/shapes.ts'
import { Ticket, TicketDetail } from '#app/contract/support/tickets.ts'
import { Attachment } from '#app/contract/support/uploads.ts'

/**
 * What the documents name: generated clients have a type of this name. A shape that is not here is written out wherever it
 * occurs.
 */
export const NAMED_SHAPES = {
  ...{
    Id: PublicId,
    Vehicle: AdDetail,
    Offer: AdCard,
    OfferTerms: AdCard.shape.terms,
    Review: AnsweredComment,
    Rating,
    City,
    Currency,
    Place,
    OwnPlace,
  },
  ...{ Company: CompanyProfile, CompanyCard, CompanyAccount, CompanySettings, Cover },
  ...{ Bill, BillLine, Supplier, Payment: PaymentCard, PaymentStart, Invoice, Commission, PriceSettings, DeskMoney },
  ...{
    ReservedVehicle: Voucher.shape.ad,
    HandOverRecord: Voucher.shape.records.element,
    ReservationPayment: Voucher.shape.payment.unwrap(),
  },
  ...{
    Reservation: Voucher,
    OwnReservation,
    ReservationCard,
    Reserved,
    ReservationStatus,
    ChangeQuote,
    Quote,
    RentalOffer,
    Money: Amount,
  },
  ...{
    Extension,
    ExtensionQuote,
    MonthlyPlan,
    MonthlyPart,
    MonthlyChoice,
    CheckIn,
    LicenceCheck,
    Readiness,
    Arrival,
    KeyBoxState,
  },
  ...{ DepositFacts, Contract, OwnContract, Damage, Proposal, Protocol, ProtocolPhoto, ProtocolSheet },
  ...{ DeskLine, DeskReservation, DeskVehicle, OwnVehicle, VehiclePhoto, Event, Block, Due, VehicleDue, Fine },
  ...{ Profile, Tokens, SecurityKey, ChatMessage, ChatRoom, Ticket, TicketDetail, Attachment, FieldErrors },
  ...{ Application: OwnApplication, Recipient, AuditEntry, FoundThing, PersonReservation, TimelineEntry },
}

/** The same of what callers send. */
export const NAMED_INPUTS = { SearchFilters: AdFilters }

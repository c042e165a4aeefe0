import type { Migration } from 'kysely/migration'
import * as placesAndCompanies from './0001-places-and-companies.ts'
import * as reservationsAndMoney from './0002-reservations-and-money.ts'
import * as content from './0003-content.ts'
import * as settlement from './0004-settlement.ts'
import * as people from './0005-people.ts'
import * as changesAndCommission from './0006-changes-and-commission.ts'
import * as proofOfPhone from './0007-proof-of-phone.ts'
import * as retention from './0008-retention.ts'
import * as discountCodeCase from './0011-discount-code-case.ts'
import * as messageLimits from './0012-message-limits.ts'
import * as walletChoice from './0013-wallet-choice.ts'
import * as invoiceNumbers from './0014-invoice-numbers.ts'
import * as namesInTurkishAndGerman from './0017-names-in-turkish-and-german.ts'
import * as favourites from './0018-favourites.ts'
import * as conversations from './0020-conversations.ts'
import * as tickets from './0021-tickets.ts'
import * as socketTickets from './0024-socket-tickets.ts'
import * as notifications from './0028-notifications.ts'
import * as push from './0029-push.ts'
import * as avatars from './0034-avatars.ts'
import * as news from './0035-news.ts'
import * as writtenContent from './0037-written-content.ts'
import * as insuranceExcess from './0038-insurance-excess.ts'
import * as changedWhen from './0042-changed-when.ts'
import * as newsletter from './0045-newsletter.ts'
import * as desk from './0050-desk.ts'
import * as audit from './0060-audit.ts'
import * as walletCorrections from './0061-wallet-corrections.ts'
import * as siteConfig from './0062-site-config.ts'
import * as fleet from './0070-fleet.ts'
import * as priceRules from './0075-price-rules.ts'
import * as protocols from './0080-protocols.ts'
import * as blocks from './0085-blocks.ts'
import * as calendarFeeds from './0086-calendar-feeds.ts'
import * as staffInvitations from './0087-staff-invitations.ts'
import * as payouts from './0088-payouts.ts'
import * as secondFactor from './0100-second-factor.ts'
import * as refunds from './0101-refunds.ts'
import * as messageTemplates from './0102-message-templates.ts'
import * as suspendedCompanies from './0103-suspended-companies.ts'
import * as airports from './0110-airports.ts'
import * as withdrawnTexts from './0111-withdrawn-texts.ts'
import * as quickCounts from './0115-quick-counts.ts'
import * as timeZones from './0116-time-zones.ts'
import * as recentSearches from './0120-recent-searches.ts'
import * as openingHours from './0140-opening-hours.ts'
import * as pausedPlaces from './0141-paused-places.ts'
import * as onlineCharges from './0142-online-charges.ts'
import * as staffNotices from './0143-staff-notices.ts'
import * as savedViews from './0144-saved-views.ts'
import * as inbox from './0150-inbox.ts'
import * as moderation from './0151-moderation.ts'
import * as editedTexts from './0152-edited-texts.ts'
import * as payoutApproval from './0153-payout-approval.ts'
import * as hiddenCities from './0154-hidden-cities.ts'
import * as partners from './0160-partners.ts'
import * as deskIndexes from './0170-desk-indexes.ts'
import * as movedReservations from './0180-moved-reservations.ts'
import * as addedCities from './0185-added-cities.ts'
import * as securityKeys from './0190-security-keys.ts'
import * as textsChangedWhen from './0200-texts-changed-when.ts'
import * as retainedMoney from './0210-retained-money.ts'
import * as openRent from './0211-open-rent.ts'
import * as secondOperator from './0230-second-operator.ts'
import * as accessChanges from './0240-access-changes.ts'
import * as bannedIdentities from './0241-banned-identities.ts'
import * as codesOfAskers from './0242-codes-of-askers.ts'
import * as holders from './0250-holders.ts'
import * as correctedPhones from './0251-corrected-phones.ts'
import * as checkedHolders from './0260-checked-holders.ts'
import * as walletPayouts from './0261-wallet-payouts.ts'
import * as cardReturns from './0262-card-returns.ts'
import * as newsletterMailboxes from './0280-newsletter-mailboxes.ts'
import * as complexCalendars from './0281-complex-calendars.ts'
import * as messageRooms from './0282-message-rooms.ts'
import * as refundWays from './0310-refund-ways.ts'
import * as unansweredCardReturns from './0311-unanswered-card-returns.ts'
import * as approvedAccountsAndCodes from './0312-approved-accounts-and-codes.ts'
import * as correctionsOfDeletedAccounts from './0330-corrections-of-deleted-accounts.ts'
import * as refundsToCards from './0340-refunds-to-cards.ts'
import * as reviewedPayments from './0341-reviewed-payments.ts'
import * as disputes from './0410-disputes.ts'
import * as waitingConversations from './0420-waiting-conversations.ts'
import * as proposedPayouts from './0421-proposed-payouts.ts'
import * as shareLinks from './0430-share-links.ts'
import * as namesOfCurrencies from './0440-names-of-currencies.ts'
import * as auditOfSignInLinks from './0441-audit-of-sign-in-links.ts'
import * as auditOfReadings from './0450-audit-of-readings.ts'
import * as chargesByHand from './0451-charges-by-hand.ts'
import * as legalIdsOfCompanies from './0452-legal-ids-of-companies.ts'
import * as askedApplications from './0453-asked-applications.ts'
import * as shorterShareLinks from './0454-shorter-share-links.ts'
import * as newsIssues from './0460-news-issues.ts'
import * as featuredListings from './0461-featured-listings.ts'
import * as drafts from './0462-drafts.ts'
import * as correctedOdometers from './0470-corrected-odometers.ts'
import * as purposesOfBlocks from './0471-purposes-of-blocks.ts'
import * as auditOfCompanies from './0472-audit-of-companies.ts'
import * as namesOfBodyTypes from './0480-names-of-body-types.ts'
import * as documentsOfApplicants from './0500-documents-of-applicants.ts'
import * as firstLook from './0501-first-look.ts'
import * as chargeDrafts from './0502-charge-drafts.ts'
import * as gapsOfVehicles from './0503-gaps-of-vehicles.ts'
import * as logos from './0510-logos.ts'
import * as kishInGerman from './0511-kish-in-german.ts'
import * as largePhotos from './0512-large-photos.ts'
import * as bookingsOfStaff from './0520-bookings-of-staff.ts'
import * as companyBlocks from './0521-company-blocks.ts'
import * as dueOfVehicles from './0540-due-of-vehicles.ts'
import * as unsentCharges from './0550-unsent-charges.ts'
import * as picturesOfPosts from './0551-pictures-of-posts.ts'
import * as olderLargePhotos from './0560-older-large-photos.ts'
import * as extensions from './0565-extensions.ts'
import * as contracts from './0580-contracts.ts'
import * as leadHours from './0595-lead-hours.ts'
import * as quotes from './0610-quotes.ts'
import * as deposits from './0620-deposits.ts'
import * as fines from './0630-fines.ts'
import * as checkIn from './0640-check-in.ts'
import * as reports from './0650-reports.ts'
import * as companyDetails from './0660-company-details.ts'
import * as fleetImports from './0690-fleet-imports.ts'
import * as photoTimes from './0720-photo-times.ts'
import * as priceAlerts from './0730-price-alerts.ts'
import * as bankStatements from './0740-bank-statements.ts'
import * as cashClosings from './0742-cash-closings.ts'
import * as accountMap from './0744-account-map.ts'
import * as matchedLines from './0746-matched-lines.ts'
import * as monthlyParts from './0760-monthly-parts.ts'
import * as keyBoxes from './0770-key-boxes.ts'
import * as answersToReviews from './0771-answers-to-reviews.ts'
import * as driverRecords from './0772-driver-records.ts'
import * as keptCustomers from './0790-kept-customers.ts'
import * as paymentsOfParts from './0791-payments-of-parts.ts'
import * as creditNotes from './0792-credit-notes.ts'
import * as invoiceRecipients from './0793-invoice-recipients.ts'
import * as returnedPayouts from './0794-returned-payouts.ts'
import * as identityChecks from './0795-identity-checks.ts'
import * as furtherDrivers from './0796-further-drivers.ts'
import * as cover from './0798-cover.ts'
import * as cheaperOffers from './0799-cheaper-offers.ts'
import * as flexibleCancellation from './0799-flexible-cancellation.ts'
import * as onlineDeposits from './0800-online-deposits.ts'
import * as deviceHashes from './0810-device-hashes.ts'
import * as invoicedParties from './0811-invoiced-parties.ts'
import * as vehicleKeyBoxes from './0812-vehicle-key-boxes.ts'
import * as darkLogos from './0813-dark-logos.ts'
import * as apiKeys from './0830-api-keys.ts'
import * as acriss from './0850-acriss.ts'
import * as events from './0860-events.ts'
import * as webhooks from './0861-webhooks.ts'
import * as detailsOfVehicles from './0870-details-of-vehicles.ts'
import * as papersOfDue from './0871-papers-of-due.ts'
import * as tagsOfVehicles from './0872-tags-of-vehicles.ts'
import * as deliveryOrder from './0880-delivery-order.ts'
import * as keyMode from './0900-key-mode.ts'
import * as searchChanges from './0910-search-changes.ts'
import * as backupRuns from './0920-backup-runs.ts'
import * as companiesOfBusy from './0930-companies-of-busy.ts'
import * as recentPayments from './0931-recent-payments.ts'
import * as unitGroups from './0935-unit-groups.ts'
import * as companiesOfWhatHangs from './0936-companies-of-what-hangs.ts'
import * as companiesOfCharges from './0940-companies-of-charges.ts'
import * as heldVehicles from './0941-held-vehicles.ts'
import * as agreedTerms from './0950-agreed-terms.ts'
import * as heldBackPayouts from './0960-held-back-payouts.ts'

/** Every migration in the order it runs; the key is its name for ever. */
export const migrations: Record<string, Migration> = {
  '0001-places-and-companies': placesAndCompanies,
  '0002-reservations-and-money': reservationsAndMoney,
  '0003-content': content,
  '0004-settlement': settlement,
  '0005-people': people,
  '0006-changes-and-commission': changesAndCommission,
  '0007-proof-of-phone': proofOfPhone,
  '0008-retention': retention,
  '0011-discount-code-case': discountCodeCase,
  '0012-message-limits': messageLimits,
  '0013-wallet-choice': walletChoice,
  '0014-invoice-numbers': invoiceNumbers,
  '0017-names-in-turkish-and-german': namesInTurkishAndGerman,
  '0018-favourites': favourites,
  '0020-conversations': conversations,
  '0021-tickets': tickets,
  '0024-socket-tickets': socketTickets,
  '0028-notifications': notifications,
  '0029-push': push,
  '0034-avatars': avatars,
  '0035-news': news,
  '0037-written-content': writtenContent,
  '0038-insurance-excess': insuranceExcess,
  '0042-changed-when': changedWhen,
  '0045-newsletter': newsletter,
  '0050-desk': desk,
  '0060-audit': audit,
  '0061-wallet-corrections': walletCorrections,
  '0062-site-config': siteConfig,
  '0070-fleet': fleet,
  '0075-price-rules': priceRules,
  '0080-protocols': protocols,
  '0085-blocks': blocks,
  '0086-calendar-feeds': calendarFeeds,
  '0087-staff-invitations': staffInvitations,
  '0088-payouts': payouts,
  '0100-second-factor': secondFactor,
  '0101-refunds': refunds,
  '0102-message-templates': messageTemplates,
  '0103-suspended-companies': suspendedCompanies,
  '0110-airports': airports,
  '0111-withdrawn-texts': withdrawnTexts,
  '0115-quick-counts': quickCounts,
  '0116-time-zones': timeZones,
  '0120-recent-searches': recentSearches,
  '0140-opening-hours': openingHours,
  '0141-paused-places': pausedPlaces,
  '0142-online-charges': onlineCharges,
  '0143-staff-notices': staffNotices,
  '0144-saved-views': savedViews,
  '0150-inbox': inbox,
  '0151-moderation': moderation,
  '0152-edited-texts': editedTexts,
  '0153-payout-approval': payoutApproval,
  '0154-hidden-cities': hiddenCities,
  '0160-partners': partners,
  '0170-desk-indexes': deskIndexes,
  '0180-moved-reservations': movedReservations,
  '0185-added-cities': addedCities,
  '0190-security-keys': securityKeys,
  '0200-texts-changed-when': textsChangedWhen,
  '0210-retained-money': retainedMoney,
  '0211-open-rent': openRent,
  '0230-second-operator': secondOperator,
  '0240-access-changes': accessChanges,
  '0241-banned-identities': bannedIdentities,
  '0242-codes-of-askers': codesOfAskers,
  '0250-holders': holders,
  '0251-corrected-phones': correctedPhones,
  '0260-checked-holders': checkedHolders,
  '0261-wallet-payouts': walletPayouts,
  '0262-card-returns': cardReturns,
  '0280-newsletter-mailboxes': newsletterMailboxes,
  '0281-complex-calendars': complexCalendars,
  '0282-message-rooms': messageRooms,
  '0310-refund-ways': refundWays,
  '0311-unanswered-card-returns': unansweredCardReturns,
  '0312-approved-accounts-and-codes': approvedAccountsAndCodes,
  '0330-corrections-of-deleted-accounts': correctionsOfDeletedAccounts,
  '0340-refunds-to-cards': refundsToCards,
  '0341-reviewed-payments': reviewedPayments,
  '0410-disputes': disputes,
  '0420-waiting-conversations': waitingConversations,
  '0421-proposed-payouts': proposedPayouts,
  '0430-share-links': shareLinks,
  '0440-names-of-currencies': namesOfCurrencies,
  '0441-audit-of-sign-in-links': auditOfSignInLinks,
  '0450-audit-of-readings': auditOfReadings,
  '0451-charges-by-hand': chargesByHand,
  '0452-legal-ids-of-companies': legalIdsOfCompanies,
  '0453-asked-applications': askedApplications,
  '0454-shorter-share-links': shorterShareLinks,
  '0460-news-issues': newsIssues,
  '0461-featured-listings': featuredListings,
  '0462-drafts': drafts,
  '0470-corrected-odometers': correctedOdometers,
  '0471-purposes-of-blocks': purposesOfBlocks,
  '0472-audit-of-companies': auditOfCompanies,
  '0480-names-of-body-types': namesOfBodyTypes,
  '0500-documents-of-applicants': documentsOfApplicants,
  '0501-first-look': firstLook,
  '0502-charge-drafts': chargeDrafts,
  '0503-gaps-of-vehicles': gapsOfVehicles,
  '0510-logos': logos,
  '0511-kish-in-german': kishInGerman,
  '0512-large-photos': largePhotos,
  '0520-bookings-of-staff': bookingsOfStaff,
  '0521-company-blocks': companyBlocks,
  '0540-due-of-vehicles': dueOfVehicles,
  '0550-unsent-charges': unsentCharges,
  '0551-pictures-of-posts': picturesOfPosts,
  '0560-older-large-photos': olderLargePhotos,
  '0565-extensions': extensions,
  '0580-contracts': contracts,
  '0595-lead-hours': leadHours,
  '0610-quotes': quotes,
  '0620-deposits': deposits,
  '0630-fines': fines,
  '0640-check-in': checkIn,
  '0650-reports': reports,
  '0660-company-details': companyDetails,
  '0690-fleet-imports': fleetImports,
  '0720-photo-times': photoTimes,
  '0730-price-alerts': priceAlerts,
  '0740-bank-statements': bankStatements,
  '0742-cash-closings': cashClosings,
  '0744-account-map': accountMap,
  '0746-matched-lines': matchedLines,
  '0760-monthly-parts': monthlyParts,
  '0770-key-boxes': keyBoxes,
  '0771-answers-to-reviews': answersToReviews,
  '0772-driver-records': driverRecords,
  '0790-kept-customers': keptCustomers,
  '0791-payments-of-parts': paymentsOfParts,
  '0792-credit-notes': creditNotes,
  '0793-invoice-recipients': invoiceRecipients,
  '0794-returned-payouts': returnedPayouts,
  '0795-identity-checks': identityChecks,
  '0796-further-drivers': furtherDrivers,
  '0798-cover': cover,
  '0799-cheaper-offers': cheaperOffers,
  '0799-flexible-cancellation': flexibleCancellation,
  '0800-online-deposits': onlineDeposits,
  '0810-device-hashes': deviceHashes,
  '0811-invoiced-parties': invoicedParties,
  '0812-vehicle-key-boxes': vehicleKeyBoxes,
  '0813-dark-logos': darkLogos,
  '0830-api-keys': apiKeys,
  '0850-acriss': acriss,
  '0860-events': events,
  '0861-webhooks': webhooks,
  '0870-details-of-vehicles': detailsOfVehicles,
  '0871-papers-of-due': papersOfDue,
  '0872-tags-of-vehicles': tagsOfVehicles,
  '0880-delivery-order': deliveryOrder,
  '0900-key-mode': keyMode,
  '0910-search-changes': searchChanges,
  '0920-backup-runs': backupRuns,
  '0930-companies-of-busy': companiesOfBusy,
  '0931-recent-payments': recentPayments,
  '0935-unit-groups': unitGroups,
  '0936-companies-of-what-hangs': companiesOfWhatHangs,
  '0940-companies-of-charges': companiesOfCharges,
  '0941-held-vehicles': heldVehicles,
  '0950-agreed-terms': agreedTerms,
  '0960-held-back-payouts': heldBackPayouts,
}

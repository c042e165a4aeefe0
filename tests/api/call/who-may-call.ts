import type { CallMeta } from '#app/contract/call/base.ts'

/**
 * Who may call what: every call of the API, written by hand, and compared with the contract (`who-may-call.test.ts`) and
 * with what the running API does for each identity (`access.test.ts`). A call that was opened by mistake fails both.
 *
 * How to write a row: not from the contract, which it has to judge. Read the call's path in the specification (§6, §7) or
 * the issue that asks for it, and its handler in `app/api/`. Then answer these in order:
 * 1. Who calls it: anybody, a person, a company's staff, operators? Of staff and operators, whose work is it?
 * 2. Does its input name something that belongs to somebody (`about`)? Which of customer, company and operators find it? A
 *    list of one's own things names nothing.
 * 3. Does it move money, or weaken somebody's protection (RECHECK)?
 * 4. Does it send messages to other people (`notifying`), or would repeating it cost us or harm others (a limit)?
 *
 * A row is the call's method and path, who may make it, and the other answers: `anHour(20, 'avatar')` counts together
 * with all calls of the bucket "avatar".
 */
type Fact = Readonly<Record<string, unknown>>
type Row = readonly [call: string, who: Fact, ...rest: Fact[]]

/** The operators' roles that may act here, besides those who may do everything. */
const forOperators = (...operator: string[]) => ({ operator })
const SUPPORT = forOperators('SUPPORT')
const MONEY = forOperators('MONEY')
const CONTENT = forOperators('CONTENT')
const MONEY_SUPPORT = forOperators('MONEY', 'SUPPORT')
const CONTENT_SUPPORT = forOperators('CONTENT', 'SUPPORT')
/** Only operators who may do everything. */
const ALL_ALONE = forOperators()

/** Without sign-in; a token is ignored. */
const ANYBODY = { signIn: 'none' }
/** Without sign-in, but signed-in people get more. */
const VISITOR_OR_PERSON = { signIn: 'possible' }
/** Anybody who is signed in, about their own things. */
const PERSON = { signIn: 'needed', role: 'CLIENT' }
/** A step of a sign-in, before its second factor is proven. */
const HALF_SIGNED_IN = { ...PERSON, halfSignedIn: true }
/** About one thing, for its owner; everybody else gets "not found". A company's owner and desk staff have its things. */
const CUSTOMER = { ...PERSON, owner: ['CUSTOMER'], ...SUPPORT }
const CUSTOMER_OPERATOR = { ...PERSON, owner: ['CUSTOMER', 'OPERATOR'], ...SUPPORT }
const CUSTOMER_DESK_OPERATOR = { ...PERSON, owner: ['CUSTOMER', 'COMPANY', 'OPERATOR'], ...SUPPORT }
/** The same, and the company's drivers for the work of the day. */
const CUSTOMER_STAFF_OPERATOR = { ...CUSTOMER_DESK_OPERATOR, company: ['OWNER', 'DESK', 'DRIVER'] }
/** Staff of the company that it is about, by their role there; and operators. */
const OF_A_COMPANY = { signIn: 'needed', role: 'AGENT', owner: ['COMPANY', 'OPERATOR'], ...SUPPORT }
const COMPANY_OWNER = { ...OF_A_COMPANY, company: ['OWNER'] }
const COMPANY_DESK = { ...OF_A_COMPANY, company: ['OWNER', 'DESK'] }
const COMPANY_STAFF = { ...OF_A_COMPANY, company: ['OWNER', 'DESK', 'DRIVER'] }
/** All operators, whatever their role. */
const OPERATOR = { signIn: 'needed', role: 'ADMIN' }

const RECHECK = { recheck: true }

/** What the call is about: it finds this thing for those to whom it belongs, and everybody else gets "not found". */
const about = (of: string) => ({ of })
/** About one reservation; a company's drivers find those of the day. */
const RESERVATION = about('reservation')

const within = (seconds: number) => (most: number, bucket: string, operators?: number) => ({
  limit: { bucket, most, seconds, ...(operators && { operators }) },
})
const [aMinute, aQuarter, anHour, aDay] = [within(60), within(900), within(3600), within(86_400)]
/** The shared limit of calls that send messages to other people. */
const notifying = (most: number) => anHour(most, 'notifying', 3000)

export const WHO_MAY_CALL: Record<string, Row> = {
  'account.login': ['POST /users/login/', ANYBODY],
  'account.activate': ['PATCH /users/activate/', ANYBODY],
  'account.token': ['POST /users/token/', ANYBODY],
  'account.logout': ['POST /users/logout/', PERSON],
  'account.issueDirectLogin': ['POST /users/direct_login/', OPERATOR, SUPPORT, RECHECK],
  'account.profile': ['GET /users/profile/', PERSON],
  'account.driver': ['GET /users/driver/', PERSON],
  'account.updateProfile': ['PATCH /users/profile/', PERSON],
  'account.uploadAvatar': ['POST /upload/images/avatar/', PERSON, anHour(20, 'avatar')],
  'account.readAvatar': ['GET /users/avatars/{id}/', CUSTOMER_DESK_OPERATOR, about('avatar')],
  'account.changeContact': ['POST /users/profile/contact/', PERSON, { recheck: 'OPERATORS' }],
  'account.usernameExists': ['GET /users/username_exists/{username}/', ANYBODY],
  'account.phonebookRegister': ['POST /users/phonebook_register/', ANYBODY, anHour(20, 'phonebook')],
  'account.walletHistory': ['GET /users/profile/wallet/history/', PERSON],
  'account.walletPayouts': ['GET /users/profile/wallet/payouts/', PERSON],
  'account.payOutWallet': ['POST /users/profile/wallet/payouts/', PERSON, RECHECK, aDay(20, 'wallet payout')],
  'account.favourites': ['GET /users/favourites/', PERSON],
  'account.changeFavourites': ['POST /users/favourites/', PERSON],
  'account.recentSearches': ['GET /users/recent-searches/', PERSON],
  'account.rememberSearch': ['POST /users/recent-searches/', PERSON],
  'account.forgetSearches': ['DELETE /users/recent-searches/', PERSON],
  'account.sessions': ['GET /users/sessions/', PERSON],
  'account.endSession': ['POST /users/sessions/{id}/end/', CUSTOMER, about('session')],
  'account.exportData': ['GET /users/profile/export/', PERSON],
  'account.deleteAccount': ['POST /users/profile/delete/', PERSON],
  'account.factor': ['GET /users/second-factor/', PERSON],
  'account.beginFactor': ['POST /users/second-factor/', PERSON],
  'account.confirmFactor': ['PATCH /users/second-factor/', PERSON, anHour(30, 'second factor change')],
  'account.checkFactor': ['POST /users/second-factor/check/', HALF_SIGNED_IN],
  'account.renewRecoveryCodes': [
    'POST /users/second-factor/recovery-codes/',
    PERSON,
    RECHECK,
    anHour(30, 'second factor change'),
  ],
  'account.endFactor': ['DELETE /users/second-factor/', PERSON, RECHECK, anHour(30, 'second factor change')],
  'account.beginKey': [
    'POST /users/second-factor/keys/challenge/',
    PERSON,
    RECHECK,
    aQuarter(30, 'security key challenge'),
  ],
  'account.addKey': ['POST /users/second-factor/keys/', PERSON, RECHECK, anHour(20, 'security key change')],
  'account.removeKey': [
    'DELETE /users/second-factor/keys/{id}/',
    { ...PERSON, owner: ['CUSTOMER'] },
    about('securityKey'),
    RECHECK,
    anHour(20, 'security key change'),
  ],
  'account.factorWays': ['GET /users/second-factor/check/', HALF_SIGNED_IN],
  'account.beginKeyCheck': [
    'POST /users/second-factor/check/challenge/',
    HALF_SIGNED_IN,
    aQuarter(30, 'security key challenge'),
  ],
  'account.checkKey': ['POST /users/second-factor/check/key/', HALF_SIGNED_IN],

  'ads.search': ['POST /business/rent/ad/search/', ANYBODY],
  'ads.index': ['GET /business/rent/ads/', ANYBODY],
  'ads.pinned': ['POST /business/rent/ad/pinned/', ANYBODY],
  'ads.read': ['GET /business/rent/ad/{id}/', ANYBODY],
  'ads.several': ['POST /business/rent/ad/several/', ANYBODY],
  'ads.availableRanges': ['GET /business/rent/ad/{id}/available_ranges/', ANYBODY],
  'ads.comments': ['GET /business/rent/ad/{id}/comments/', ANYBODY],
  'ads.comment': ['POST /business/rent/ad/{id}/comments/', PERSON],
  'ads.waitingComments': ['GET /business/rent/management/comments/', OPERATOR, CONTENT_SUPPORT],
  'ads.judgeComment': ['PATCH /business/rent/management/comments/{id}/', OPERATOR, CONTENT_SUPPORT],
  'ads.rate': ['POST /business/rent/ad/{id}/rate/', PERSON],

  'company.reservations.reserves': ['GET /business/rent/management/reserves/', COMPANY_DESK, about('companyFilter')],
  'company.reservations.changeReserve': [
    'PATCH /business/rent/management/reserves/{id}/',
    COMPANY_DESK,
    RESERVATION,
    notifying(300),
  ],
  'company.calendar.blocks': ['GET /business/rent/management/blocks/', COMPANY_DESK, about('companyFilter')],
  'company.calendar.block': ['POST /business/rent/management/blocks/', COMPANY_DESK, about('vehicle')],
  'company.calendar.unblock': ['DELETE /business/rent/management/blocks/{id}/', COMPANY_DESK, about('block')],
  'company.settings.read': ['GET /agency/', COMPANY_OWNER, about('company')],
  'company.settings.update': ['PATCH /agency/', COMPANY_OWNER, about('company')],
  'company.settings.setLogo': ['POST /agency/logo/', COMPANY_OWNER, anHour(20, 'company-logo'), about('company')],
  'company.settings.removeLogo': ['DELETE /agency/logo/', COMPANY_OWNER, about('company')],
  'company.money.commission': ['GET /agency/commission/', COMPANY_OWNER, about('company')],

  'chat.rooms': ['GET /ticketing/chats/', PERSON, SUPPORT],
  'chat.unread': ['GET /ticketing/chats/unread/', PERSON, SUPPORT],
  'chat.createSale': ['POST /ticketing/create-sale-chat/', PERSON, SUPPORT],
  'chat.createReserve': ['POST /admin/management/ticketing/create-reserve-chat/', CUSTOMER_DESK_OPERATOR, RESERVATION],
  'chat.room': ['GET /ticketing/chats/{id}/', CUSTOMER_DESK_OPERATOR, about('room')],
  'chat.messages': ['GET /ticketing/chats/{id}/messages/', CUSTOMER_DESK_OPERATOR, about('room')],
  'chat.newMessage': ['POST /ticketing/chats/{id}/new_message/', CUSTOMER_DESK_OPERATOR, about('room')],
  'chat.edit': ['PATCH /ticketing/chats/{id}/messages/{message_id}/', CUSTOMER_DESK_OPERATOR, about('room')],
  'chat.markRead': ['POST /ticketing/chats/{id}/read/', CUSTOMER_DESK_OPERATOR, about('room')],
  'chat.socketTicket': ['POST /ticketing/chats/socket-ticket/', PERSON],

  'companies.list': ['GET /business/rent/companies/', ANYBODY],
  'companies.read': ['GET /business/rent/companies/{id}/', ANYBODY],

  'content.faq': ['GET /faq/', ANYBODY],
  'content.page': ['GET /pages/{slug}/', ANYBODY],
  'content.help': ['GET /help/', ANYBODY],
  'content.helpEntry': ['GET /help/{slug}/', ANYBODY],
  'content.city': ['GET /cities/{slug}/text/', ANYBODY],
  'content.author': ['GET /twitter/profile/{id}/', ANYBODY],
  'content.index': ['GET /content/', ANYBODY],
  'content.tags': ['GET /blog/tags/', ANYBODY],
  'content.posts': ['GET /blog/posts/', ANYBODY],
  'content.post': ['GET /blog/posts/{slug}/', VISITOR_OR_PERSON],
  'content.like': ['POST /blog/posts/{slug}/like/', PERSON],
  'content.dislike': ['POST /blog/posts/{slug}/dislike/', PERSON],
  'content.comments': ['GET /blog/posts/{slug}/comments/', ANYBODY],
  'content.comment': ['POST /blog/posts/{slug}/comments/', PERSON],
  'content.waitingComments': ['GET /blog/management/comments/', OPERATOR, CONTENT_SUPPORT],
  'content.judgeComment': ['PATCH /blog/management/comments/{id}/', OPERATOR, CONTENT_SUPPORT],

  'company.fleet.list': ['GET /vehicles/', COMPANY_DESK, about('companyFilter')],
  'company.fleet.create': ['POST /vehicles/', COMPANY_DESK, about('company'), anHour(300, 'new-vehicle')],
  'company.fleet.choices': ['GET /vehicles/choices/', COMPANY_DESK, about('company')],
  'company.fleet.read': ['GET /vehicles/{id}/', COMPANY_DESK, about('vehicle')],
  'company.fleet.change': ['PATCH /vehicles/{id}/', COMPANY_DESK, about('vehicle')],
  'company.fleet.pause': ['POST /vehicles/{id}/pause/', COMPANY_DESK, about('vehicle')],
  'company.fleet.resume': ['POST /vehicles/{id}/resume/', COMPANY_DESK, about('vehicle')],
  'company.fleet.retire': ['POST /vehicles/{id}/retire/', COMPANY_DESK, about('vehicle')],
  'company.fleet.copy': ['POST /vehicles/{id}/copy/', COMPANY_DESK, about('vehicle'), anHour(300, 'new-vehicle')],
  'company.customers.list': ['GET /desk/customers/', COMPANY_DESK, about('company')],
  'company.customers.read': ['GET /desk/customers/{id}/', COMPANY_DESK, RESERVATION],
  'company.customers.block': ['POST /desk/customers/{id}/block/', COMPANY_DESK, RESERVATION],
  'company.customers.unblock': ['POST /desk/customers/{id}/unblock/', COMPANY_DESK, RESERVATION],
  'company.fleet.due.list': ['GET /business/rent/due/', COMPANY_DESK, about('company')],
  'company.fleet.due.ofVehicle': ['GET /business/rent/vehicles/{id}/due/', COMPANY_DESK, about('vehicle')],
  'company.fleet.due.add': ['POST /business/rent/vehicles/{id}/due/', COMPANY_DESK, about('vehicle')],
  'company.fleet.due.complete': ['POST /business/rent/vehicles/{id}/due/done/', COMPANY_DESK, about('vehicle')],
  'company.fleet.due.remove': ['POST /business/rent/vehicles/{id}/due/remove/', COMPANY_DESK, about('vehicle')],
  'company.fleet.addPhoto': [
    'POST /vehicles/{id}/photos/',
    COMPANY_DESK,
    about('vehicle'),
    anHour(400, 'vehicle-photo'),
  ],
  'company.fleet.changePhoto': ['PATCH /vehicles/photos/{id}/', COMPANY_DESK, about('photo')],
  'company.fleet.removePhoto': ['DELETE /vehicles/photos/{id}/', COMPANY_DESK, about('photo')],

  'newsletter.subscribe': ['POST /newsletter/subscribe/', ANYBODY],
  'newsletter.confirm': ['POST /newsletter/confirm/', ANYBODY],
  'newsletter.unsubscribe': ['POST /newsletter/unsubscribe/', ANYBODY],
  'newsletter.topics': ['GET /newsletter/topics/', ANYBODY],
  'newsletter.chooseTopics': ['PUT /newsletter/topics/', ANYBODY],

  'company.settings.frame': ['GET /desk/', COMPANY_STAFF, about('company')],
  'company.places.names': ['GET /desk/places/', COMPANY_DESK, about('company')],
  'company.reservations.today': ['GET /desk/today/', COMPANY_STAFF, about('company')],
  'company.reservations.list': ['GET /desk/reservations/', COMPANY_DESK, about('companyFilter')],
  'company.reservations.read': ['GET /desk/reservations/{id}/', COMPANY_STAFF, RESERVATION],
  'company.reservations.handOver': [
    'POST /desk/reservations/{id}/hand_over/',
    COMPANY_STAFF,
    RESERVATION,
    notifying(300),
  ],
  'company.reservations.takeBack': [
    'POST /desk/reservations/{id}/take_back/',
    COMPANY_STAFF,
    RESERVATION,
    notifying(300),
  ],
  'company.reservations.undo': ['POST /desk/reservations/{id}/undo/', COMPANY_STAFF, RESERVATION, notifying(300)],
  'company.reservations.otherVehicles': ['GET /desk/reservations/{id}/vehicles/', COMPANY_DESK, RESERVATION],
  'company.reservations.moveToVehicle': [
    'POST /desk/reservations/{id}/vehicle/',
    COMPANY_DESK,
    RESERVATION,
    notifying(300),
  ],
  'company.reservations.freeVehicles': ['GET /desk/free_vehicles/', COMPANY_DESK, about('company')],
  'company.reservations.knownCustomers': ['GET /desk/known_customers/', COMPANY_DESK, about('company')],
  'company.reservations.priceBooking': ['POST /desk/bookings/price/', COMPANY_DESK, about('vehicle')],
  'company.reservations.book': ['POST /desk/bookings/', COMPANY_DESK, about('vehicle'), notifying(300)],
  'company.reservations.addNote': ['POST /desk/reservations/{id}/notes/', COMPANY_DESK, RESERVATION],
  'company.protocols.read': ['GET /desk/reservations/{id}/protocol/', COMPANY_STAFF, RESERVATION],
  'company.protocols.saveDraft': ['PUT /desk/reservations/{id}/protocol/', COMPANY_STAFF, RESERVATION],
  'company.protocols.finish': ['POST /desk/reservations/{id}/protocol/', COMPANY_STAFF, RESERVATION, notifying(300)],
  'company.protocols.addPhoto': [
    'POST /desk/reservations/{id}/protocol/photos/',
    COMPANY_STAFF,
    RESERVATION,
    anHour(200, 'protocol-photo'),
  ],
  'company.protocols.removePhoto': ['DELETE /desk/reservations/{id}/protocol/photos/', COMPANY_STAFF, RESERVATION],
  'company.protocols.correctOdometer': [
    'POST /desk/reservations/{id}/odometer/',
    COMPANY_DESK,
    RESERVATION,
    notifying(300),
  ],
  'company.protocols.withdrawProposal': [
    'POST /desk/reservations/{id}/proposals/withdraw/',
    COMPANY_DESK,
    RESERVATION,
    notifying(300),
  ],
  'company.protocols.settleProposal': [
    'POST /desk/reservations/{id}/proposals/settle/',
    COMPANY_DESK,
    RESERVATION,
    notifying(300),
  ],
  'company.disputes.answer': [
    'POST /desk/reservations/{id}/proposals/answer/',
    COMPANY_DESK,
    RESERVATION,
    notifying(300),
  ],
  'company.disputes.escalate': [
    'POST /desk/reservations/{id}/proposals/escalate/',
    COMPANY_DESK,
    RESERVATION,
    notifying(300),
  ],
  'company.protocols.chargeByHand': [
    'POST /desk/reservations/{id}/charges/',
    COMPANY_DESK,
    RESERVATION,
    notifying(100),
  ],
  'company.protocols.saveCharge': [
    'PUT /desk/reservations/{id}/charges/draft/',
    COMPANY_DESK,
    RESERVATION,
    anHour(200, 'charge draft'),
  ],
  'company.protocols.dropCharge': ['DELETE /desk/reservations/{id}/charges/draft/', COMPANY_DESK, RESERVATION],
  'company.protocols.chargeLate': ['POST /desk/reservations/{id}/late_fee/', COMPANY_DESK, RESERVATION, notifying(300)],
  'company.protocols.giveDepositBack': ['POST /desk/reservations/{id}/deposit_back/', COMPANY_DESK, RESERVATION],
  'company.protocols.recordRent': ['POST /desk/reservations/{id}/rent/', COMPANY_STAFF, RESERVATION],
  'company.protocols.writeOffRent': ['POST /desk/reservations/{id}/rent/write_off/', COMPANY_DESK, RESERVATION],
  'company.fleet.search': ['GET /business/rent/vehicles/', COMPANY_DESK, about('companyFilter')],
  'company.fleet.changeOffer': ['PATCH /business/rent/vehicles/{id}/', COMPANY_DESK, about('vehicle')],
  'company.calendar.read': ['GET /desk/calendar/', COMPANY_DESK, about('companyFilter')],
  'company.calendar.conflicts': ['GET /desk/vehicles/{id}/conflicts/', COMPANY_DESK, about('vehicle')],
  'company.calendar.feeds': ['GET /desk/feeds/', COMPANY_DESK, about('company')],
  'company.calendar.makeFeed': ['POST /desk/feeds/', COMPANY_DESK, about('fleetPart'), anHour(100, 'calendar feed')],
  'company.calendar.removeFeed': ['DELETE /desk/feeds/{id}/', COMPANY_DESK, about('feed')],
  'company.calendar.addSource': ['POST /desk/sources/', COMPANY_DESK, about('vehicle'), anHour(60, 'calendar source')],
  'company.calendar.removeSource': ['DELETE /desk/sources/{id}/', COMPANY_DESK, about('source')],
  'company.calendar.feedEvents': ['GET /desk/feeds/{token}/events/', ANYBODY, aMinute(60, 'calendar read')],
  'company.prices.read': ['GET /business/rent/prices/', COMPANY_DESK, about('fleetPart')],
  'company.prices.set': ['PATCH /business/rent/prices/', COMPANY_OWNER, about('fleetPart')],
  'company.prices.addSeason': ['POST /business/rent/prices/seasons/', COMPANY_OWNER, about('fleetPart')],
  'company.prices.changeSeason': ['PATCH /business/rent/prices/seasons/{id}/', COMPANY_OWNER, about('season')],
  'company.prices.dropSeason': ['DELETE /business/rent/prices/seasons/{id}/', COMPANY_OWNER, about('season')],
  'company.prices.preview': ['GET /business/rent/prices/preview/', COMPANY_DESK, about('vehicle')],
  'company.places.hours': ['GET /desk/hours/', COMPANY_DESK, about('company')],
  'company.places.setHours': ['PATCH /desk/hours/', COMPANY_OWNER, about('company')],
  'company.places.closeDays': ['POST /desk/closed-days/', COMPANY_OWNER, about('company')],
  'company.places.openDays': ['DELETE /desk/closed-days/{id}/', COMPANY_OWNER, about('closedDays')],
  'company.places.closeHolidays': ['POST /desk/closed-days/holidays/', COMPANY_OWNER, about('company')],
  'company.places.list': ['GET /desk/places/own/', COMPANY_DESK, about('company')],
  'company.places.add': ['POST /desk/places/own/', COMPANY_OWNER, about('company')],
  'company.places.change': ['PATCH /desk/places/own/{id}/', COMPANY_OWNER, about('place')],
  'company.staff.notices': ['GET /desk/notices/', COMPANY_DESK, about('company')],
  'company.staff.setNotices': ['PUT /desk/notices/{id}/', COMPANY_DESK, about('listener')],
  'company.messages.list': ['GET /desk/messages/', COMPANY_DESK, about('company')],
  'company.reservations.views': ['GET /desk/views/', COMPANY_DESK, about('company')],
  'company.reservations.saveView': ['POST /desk/views/', COMPANY_DESK, about('company')],
  'company.reservations.removeView': ['DELETE /desk/views/{id}/', COMPANY_DESK, about('savedView')],
  'company.prices.previewTiers': ['GET /desk/tiers/', COMPANY_OWNER, about('company')],
  'company.prices.applyTiers': ['POST /desk/tiers/', COMPANY_OWNER, about('company')],
  'company.staff.log': ['GET /desk/log/', COMPANY_OWNER, about('company')],
  'company.staff.list': ['GET /desk/staff/', COMPANY_OWNER, about('company')],
  'company.staff.invite': [
    'POST /desk/staff/invitations/',
    COMPANY_OWNER,
    about('company'),
    aDay(20, 'staff invitation'),
  ],
  'company.staff.withdrawInvitation': ['DELETE /desk/staff/invitations/{id}/', COMPANY_OWNER, about('invitation')],
  'company.staff.change': ['PATCH /desk/staff/{id}/', COMPANY_OWNER, about('colleague')],
  'company.staff.remove': ['DELETE /desk/staff/{id}/', COMPANY_OWNER, about('colleague')],
  'company.staff.invitation': ['GET /desk/invitations/{token}/', PERSON, anHour(60, 'invitation')],
  'company.staff.acceptInvitation': ['POST /desk/invitations/{token}/', PERSON, anHour(60, 'invitation')],
  'company.money.statement': ['GET /desk/statement/', COMPANY_OWNER, about('company'), MONEY_SUPPORT],
  'company.money.changeBank': [
    'PUT /desk/bank/',
    COMPANY_OWNER,
    about('company'),
    MONEY,
    RECHECK,
    aDay(10, 'company bank'),
  ],
  'company.settings.onboarding': ['GET /desk/onboarding/', COMPANY_DESK, about('company')],
  'company.settings.confirmTerms': ['POST /desk/onboarding/terms/', COMPANY_OWNER, about('company')],

  'notifications.list': ['GET /notifications/', PERSON],
  'notifications.setup': ['GET /notifications/setup/', ANYBODY],
  'notifications.diagnose': ['GET /notifications/diagnosis/', VISITOR_OR_PERSON],
  'notifications.test': ['POST /notifications/test/', PERSON, anHour(6, 'push test')],
  'notifications.storeToken': ['POST /notifications/store-fcm-token/', PERSON, anHour(60, 'push token')],
  'notifications.deactivateToken': ['POST /notifications/deactive-fcm-token/', PERSON],
  'notifications.topics': ['GET /notifications/topics/', PERSON],
  'notifications.chooseTopics': ['PUT /notifications/topics/', PERSON],
  'notifications.unsubscribeNews': ['POST /notifications/unsubscribe/', ANYBODY],
  'notifications.subscribeTopic': ['POST /notifications/subscribe-topic/', PERSON],
  'notifications.unsubscribeTopic': ['POST /notifications/unsubscribe-topic/', PERSON],

  'operator.overview.read': ['GET /admin/overview/', OPERATOR],
  'operator.overview.find': ['GET /admin/find/', OPERATOR, MONEY_SUPPORT],
  'operator.directory.cities': ['GET /admin/cities/', OPERATOR, CONTENT],
  'operator.directory.addCity': ['POST /admin/cities/', OPERATOR, CONTENT],
  'operator.directory.changeCity': ['PUT /admin/cities/{id}/', OPERATOR, CONTENT],
  'operator.directory.contacts': ['GET /admin/contacts/', OPERATOR, CONTENT],
  'operator.directory.addContact': ['POST /admin/contacts/', OPERATOR, CONTENT],
  'operator.directory.changeContact': ['PUT /admin/contacts/{id}/', OPERATOR, CONTENT],
  'operator.directory.removeContact': ['DELETE /admin/contacts/{id}/', OPERATOR, CONTENT],
  'operator.directory.apps': ['GET /admin/applications/', OPERATOR, CONTENT],
  'operator.directory.addApp': ['POST /admin/applications/', OPERATOR, CONTENT],
  'operator.directory.changeApp': ['PUT /admin/applications/{id}/', OPERATOR, CONTENT],
  'operator.directory.removeApp': ['DELETE /admin/applications/{id}/', OPERATOR, CONTENT],
  'operator.inbox.list': ['GET /admin/inbox/', OPERATOR, SUPPORT],
  'operator.inbox.read': ['GET /admin/inbox/{id}/', OPERATOR, SUPPORT],
  'operator.inbox.assign': ['PATCH /admin/inbox/{id}/', OPERATOR, SUPPORT],
  'operator.inbox.cannedAnswers': ['GET /admin/canned-answers/', OPERATOR, SUPPORT],
  'operator.inbox.addCannedAnswer': ['POST /admin/canned-answers/', OPERATOR, SUPPORT],
  'operator.inbox.changeCannedAnswer': ['PATCH /admin/canned-answers/{id}/', OPERATOR, SUPPORT],
  'operator.inbox.removeCannedAnswer': ['DELETE /admin/canned-answers/{id}/', OPERATOR, SUPPORT],
  'operator.moderation.photos': ['GET /admin/photos/', OPERATOR, CONTENT_SUPPORT],
  'operator.moderation.photo': ['GET /admin/photos/{id}/', OPERATOR, CONTENT_SUPPORT],
  'operator.moderation.judgePhoto': ['PATCH /admin/photos/{id}/', OPERATOR, CONTENT_SUPPORT, notifying(300)],
  'operator.moderation.listings': ['GET /admin/vehicles/', OPERATOR, CONTENT_SUPPORT],
  'operator.moderation.listing': ['GET /admin/vehicles/{id}/', OPERATOR, CONTENT_SUPPORT],
  'operator.featured.list': ['GET /admin/featured/', OPERATOR, CONTENT],
  'operator.featured.set': ['PUT /admin/featured/{id}/', OPERATOR, CONTENT],
  'operator.featured.remove': ['DELETE /admin/featured/{id}/', OPERATOR, CONTENT],
  'operator.news.list': ['GET /admin/news/', OPERATOR, CONTENT],
  'operator.news.read': ['GET /admin/news/{id}/', OPERATOR, CONTENT],
  'operator.news.create': ['POST /admin/news/', OPERATOR, CONTENT, anHour(100, 'news draft')],
  'operator.news.change': ['PUT /admin/news/{id}/', OPERATOR, CONTENT],
  'operator.news.test': ['POST /admin/news/{id}/test/', OPERATOR, CONTENT, anHour(20, 'news test')],
  'operator.news.send': ['POST /admin/news/{id}/send/', OPERATOR, CONTENT, anHour(10, 'news')],
  'operator.news.stop': ['POST /admin/news/{id}/stop/', OPERATOR, CONTENT],
  'operator.news.deliveries': ['GET /admin/news/{id}/deliveries/', OPERATOR, CONTENT],
  'operator.moderation.lookAtListing': ['POST /admin/vehicles/{id}/look/', OPERATOR, CONTENT_SUPPORT, notifying(300)],
  'operator.moderation.judgeListing': ['PATCH /admin/vehicles/{id}/', OPERATOR, CONTENT_SUPPORT, notifying(300)],
  'operator.people.list': ['GET /admin/people/', OPERATOR, MONEY_SUPPORT],
  'operator.people.read': ['GET /admin/people/{id}/', OPERATOR, MONEY_SUPPORT],
  'operator.people.ban': ['PATCH /admin/people/{id}/', OPERATOR, SUPPORT, RECHECK],
  'operator.people.removeFactor': [
    'DELETE /admin/people/{id}/second-factor/',
    OPERATOR,
    SUPPORT,
    RECHECK,
    notifying(300),
  ],
  'operator.payments.correct': ['POST /admin/people/{id}/corrections/', OPERATOR, MONEY, RECHECK, notifying(300)],
  'operator.payments.decideCorrection': ['PATCH /admin/corrections/{id}/', OPERATOR, MONEY, RECHECK, notifying(300)],
  'operator.companies.list': ['GET /admin/companies/', OPERATOR, MONEY_SUPPORT],
  'operator.companies.read': ['GET /admin/companies/{id}/', OPERATOR, MONEY_SUPPORT],
  'operator.companies.change': ['PATCH /admin/companies/{id}/', OPERATOR, SUPPORT, anHour(200, 'company change')],
  'operator.companies.changeCommission': ['PUT /admin/companies/{id}/commission/', OPERATOR, MONEY, RECHECK],
  'operator.partners.list': ['GET /admin/partner-applications/', OPERATOR, SUPPORT],
  'operator.partners.read': ['GET /admin/partner-applications/{id}/', OPERATOR, SUPPORT],
  'operator.partners.readDocument': ['GET /admin/partner-documents/{id}/', OPERATOR, SUPPORT],
  'operator.partners.decide': [
    'POST /admin/partner-applications/{id}/',
    OPERATOR,
    SUPPORT,
    anHour(200, 'partner decision'),
  ],
  'operator.settings.codes': ['GET /admin/discount-codes/', OPERATOR, MONEY],
  'operator.settings.codeChoices': ['GET /admin/discount-codes/choices/', OPERATOR, MONEY],
  'operator.settings.createCode': ['POST /admin/discount-codes/', OPERATOR, MONEY, RECHECK],
  'operator.settings.endCode': ['PATCH /admin/discount-codes/{id}/', OPERATOR, MONEY],
  'operator.audit.list': ['GET /admin/audit/', OPERATOR, ALL_ALONE],
  'operator.approvals.list': ['GET /admin/approvals/', OPERATOR],
  'operator.approvals.decide': ['PATCH /admin/approvals/{id}/', OPERATOR, RECHECK, notifying(300)],
  'operator.operators.list': ['GET /admin/operators/', OPERATOR, ALL_ALONE],
  'operator.operators.appoint': ['POST /admin/operators/', OPERATOR, ALL_ALONE, RECHECK, anHour(30, 'operators')],
  'operator.operators.change': ['PATCH /admin/operators/{id}/', OPERATOR, ALL_ALONE, RECHECK, anHour(30, 'operators')],
  'operator.operators.remove': ['DELETE /admin/operators/{id}/', OPERATOR, ALL_ALONE, RECHECK, anHour(30, 'operators')],
  'operator.settings.read': ['GET /admin/config/', OPERATOR, MONEY],
  'operator.settings.change': ['POST /admin/config/', OPERATOR, MONEY, RECHECK],
  'operator.payments.read': ['GET /admin/payments/{id}/', OPERATOR, MONEY_SUPPORT],
  'operator.payments.cardReturns': ['GET /admin/card-returns/', OPERATOR, MONEY],
  'operator.payments.decideCardReturn': ['POST /admin/card-returns/{id}/', OPERATOR, MONEY, RECHECK, notifying(300)],
  'operator.payments.decideReview': ['POST /admin/payments/{id}/review/', OPERATOR, MONEY, RECHECK, notifying(300)],
  'operator.payments.refund': ['POST /admin/payments/{id}/refunds/', OPERATOR, MONEY, RECHECK, notifying(300)],
  'operator.disputes.list': ['GET /admin/disputes/', OPERATOR, MONEY_SUPPORT],
  'operator.disputes.read': ['GET /admin/disputes/{id}/', OPERATOR, MONEY_SUPPORT],
  'operator.disputes.rule': ['POST /admin/disputes/{id}/ruling/', OPERATOR, MONEY, RECHECK, notifying(300)],
  'operator.reservations.list': ['GET /admin/reservations/', OPERATOR, MONEY_SUPPORT],
  'operator.reservations.read': ['GET /admin/reservations/{id}/', OPERATOR, MONEY_SUPPORT],
  'operator.reservations.cancel': ['POST /admin/reservations/{id}/cancel/', OPERATOR, SUPPORT, RECHECK, notifying(300)],
  'operator.reservations.sendAgain': ['POST /admin/reservations/{id}/message/', OPERATOR, SUPPORT, notifying(300)],
  'operator.payments.list': ['GET /admin/payments/', OPERATOR, MONEY_SUPPORT],
  'operator.settings.templates': ['GET /admin/templates/', OPERATOR, CONTENT],
  'operator.settings.template': ['GET /admin/templates/{key}/', OPERATOR, CONTENT],
  'operator.settings.previewTemplate': ['POST /admin/templates/{key}/preview/', OPERATOR, CONTENT],
  'operator.settings.changeTemplate': ['PATCH /admin/templates/{key}/', OPERATOR, CONTENT],
  'operator.texts.list': ['GET /admin/texts/', OPERATOR, CONTENT],
  'operator.texts.read': ['GET /admin/texts/{kind}/{slug}/{language}/', OPERATOR, CONTENT],
  'operator.texts.preview': [
    'POST /admin/texts/{kind}/{slug}/{language}/preview/',
    OPERATOR,
    CONTENT,
    anHour(300, 'text-preview'),
  ],
  'operator.texts.create': ['POST /admin/texts/', OPERATOR, CONTENT, anHour(60, 'new-text')],
  'operator.texts.publish': ['PUT /admin/texts/{kind}/{slug}/publication/', OPERATOR, CONTENT],
  'operator.texts.change': ['PUT /admin/texts/{kind}/{slug}/{language}/', OPERATOR, CONTENT],
  'operator.payouts.list': ['GET /admin/payouts/', OPERATOR, MONEY],
  'operator.payouts.make': ['POST /admin/payouts/', OPERATOR, MONEY, RECHECK],
  'operator.payouts.batch': ['GET /admin/payouts/{id}/', OPERATOR, MONEY],
  'operator.payouts.decideWalletPayout': ['POST /admin/wallet-payouts/{id}/', OPERATOR, MONEY, RECHECK],
  'operator.payouts.release': ['POST /admin/payouts/{id}/release/', OPERATOR, MONEY, RECHECK],
  'operator.payouts.approve': ['POST /admin/payouts/{id}/approval/', OPERATOR, MONEY, RECHECK],
  'operator.payouts.settle': ['PATCH /admin/payouts/{id}/', OPERATOR, MONEY, RECHECK],
  'operator.payouts.confirmHolder': ['POST /admin/companies/{id}/bank/', OPERATOR, MONEY, RECHECK],

  'partners.application': ['GET /partners/application/', PERSON],
  'partners.saveApplication': ['PATCH /partners/application/', PERSON, anHour(120, 'partner draft')],
  'partners.addDocument': ['POST /partners/application/documents/', PERSON, anHour(40, 'partner document')],
  'partners.removeDocument': ['DELETE /partners/application/documents/{id}/', PERSON, anHour(120, 'partner draft')],
  'partners.sendApplication': ['POST /partners/application/', PERSON, aDay(10, 'partner application')],

  'payments.gatewayPay': ['POST /gateway/pay/', VISITOR_OR_PERSON],
  'payments.payOnline': ['POST /payments/pay/online/', VISITOR_OR_PERSON],
  'payments.clientVerify': ['POST /payments/pay/client_verify/', ANYBODY],
  'payments.list': ['GET /payments/', PERSON, MONEY_SUPPORT],
  'payments.read': ['GET /payments/{id}/', CUSTOMER_OPERATOR, about('payment'), MONEY_SUPPORT],

  'places.rentCities': ['GET /business/rent/cities/', ANYBODY],
  'places.dynamicCities': ['GET /business/rent/dynamic-cities/', ANYBODY],
  'places.locations': ['GET /locations/', ANYBODY],
  'places.provinces': ['GET /provinces/', ANYBODY],
  'places.cities': ['GET /cities/', ANYBODY],
  'places.countries': ['GET /countries/', ANYBODY],
  'places.currencies': ['GET /currency/', ANYBODY],
  'places.cityGuide': ['GET /business/rent/cities/{city}/', ANYBODY],

  'reservations.rental': ['GET /v2/rentals/{id}/', ANYBODY],
  'reservations.price': ['POST /v2/rentals/{id}/price/', VISITOR_OR_PERSON],
  'reservations.reserve': ['POST /v2/rentals/{id}/reserve/', VISITOR_OR_PERSON],
  'reservations.status': ['GET /business/rent/ad/reserve/{id}/status/', ANYBODY],
  'reservations.transactionCode': ['GET /business/rent/ad/reserve/{id}/transaction_code/', VISITOR_OR_PERSON],
  'reservations.cancel': ['PATCH /business/rent/ad/reserve/{id}/cancel/', VISITOR_OR_PERSON, SUPPORT, notifying(100)],
  'reservations.refundWays': ['GET /business/rent/ad/reserve/{id}/refund-ways/', VISITOR_OR_PERSON],
  'reservations.cancelToAccount': [
    'PATCH /business/rent/ad/reserve/{id}/cancel-to-account/',
    CUSTOMER,
    RESERVATION,
    RECHECK,
    aDay(20, 'wallet payout'),
  ],
  'reservations.correctPhone': ['PATCH /business/rent/ad/reserve/{id}/phone/', VISITOR_OR_PERSON, notifying(100)],
  'reservations.voucher': ['GET /business/rent/ad/reserve/{id}/voucher/', ANYBODY],
  'reservations.voucherDescription': ['GET /business/rent/voucher_description/', ANYBODY],
  'reservations.discountIsValid': ['POST /discount/discount_code/is_valid/', VISITOR_OR_PERSON],
  'reservations.reserveSignedIn': ['POST /business/rent/ad/reserve/', PERSON],
  'reservations.list': ['GET /business/rent/ad/reserve/list/', PERSON],
  'reservations.read': ['GET /business/rent/reserve/{id}/', CUSTOMER_DESK_OPERATOR, RESERVATION, MONEY_SUPPORT],
  'reservations.protocols': [
    'GET /business/rent/ad/reserve/{id}/protocols/',
    CUSTOMER_DESK_OPERATOR,
    RESERVATION,
    MONEY_SUPPORT,
  ],
  'reservations.protocolPhoto': [
    'GET /business/rent/ad/reserve/{id}/protocols/photo/',
    CUSTOMER_STAFF_OPERATOR,
    RESERVATION,
    MONEY_SUPPORT,
  ],
  'reservations.addToDispute': [
    'POST /business/rent/ad/reserve/{id}/proposals/add/',
    CUSTOMER,
    RESERVATION,
    notifying(100),
  ],
  'reservations.answerProposal': [
    'POST /business/rent/ad/reserve/{id}/proposals/',
    CUSTOMER,
    RESERVATION,
    notifying(100),
  ],
  'reservations.quoteChange': ['POST /business/rent/ad/reserve/{id}/change_price/', CUSTOMER_OPERATOR, RESERVATION],
  'reservations.change': ['PATCH /business/rent/ad/reserve/{id}/', CUSTOMER_OPERATOR, RESERVATION, notifying(100)],
  'reservations.dropChange': ['POST /business/rent/ad/reserve/{id}/drop_change/', CUSTOMER_OPERATOR, RESERVATION],
  'reservations.uploadDeposit': [
    'POST /upload/images/booked_ad/deposit/',
    CUSTOMER_DESK_OPERATOR,
    about('guarantee'),
    anHour(20, 'deposit'),
  ],
  'reservations.readDeposit': ['GET /upload/images/booked_ad/deposit/{id}/', CUSTOMER_DESK_OPERATOR, RESERVATION],
  'reservations.managementVoucher': ['GET /business/rent/management/reserves/{id}/voucher/', COMPANY_DESK, RESERVATION],

  'site.contactData': ['GET /admin/contact-data', ANYBODY],
  'site.apps': ['GET /admin/management/admins/applications/', VISITOR_OR_PERSON],
  'site.bankOrigins': ['GET /gateway/origins/', ANYBODY],

  'support.tickets': ['GET /ticketing/', PERSON, SUPPORT],
  'support.unreadTickets': ['GET /ticketing/unread/', PERSON, SUPPORT],
  'support.ticket': ['GET /ticketing/{id}/', CUSTOMER_OPERATOR, about('ticket')],
  'support.createTicket': ['POST /ticketing/', PERSON, anHour(10, 'ticket')],
  'support.replyToTicket': [
    'POST /ticketing/{id}/new_message/',
    CUSTOMER_OPERATOR,
    about('ticket'),
    anHour(60, 'ticket message', 1000),
  ],
  'support.closeTicket': ['PATCH /ticketing/{id}/', CUSTOMER_OPERATOR, about('ticket')],
  'support.readTicket': ['POST /ticketing/{id}/read/', CUSTOMER_OPERATOR, about('ticket')],
  'support.uploadTicketFile': ['POST /upload/files/ticketing/', PERSON, anHour(60, 'upload')],
  'support.uploadChatFile': ['POST /upload/attachment/chat/', PERSON, anHour(60, 'upload')],
  'support.readAttachment': ['GET /upload/attachment/{id}/', CUSTOMER_DESK_OPERATOR, about('attachment')],

  'vehicles.adTypes': ['GET /business/rent/management/ad_types/', ANYBODY],
  'vehicles.brands': ['GET /vehicles/brands/', ANYBODY],
  'vehicles.filters': ['GET /filters/', ANYBODY],
}

/** What the table says of a call, in the words of the contract. */
export function factsOf(name: string): CallMeta {
  const [, ...facts] = WHO_MAY_CALL[name] ?? []
  return Object.assign({}, ...facts)
}

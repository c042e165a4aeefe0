/** The demonstration's key for test mode, of company 12, which the README and the guides name: it reaches nothing real. */
export const DEMONSTRATION_TEST_KEY = 'svr_test_DemonstrationKeyThatEverybodyHas3YBlXH'

export { PersonPage, RulesPage, SlipSheet, SlipsDrawer } from './deferred.ts'

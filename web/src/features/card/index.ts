export { CardTypes } from './CardTypes.tsx'
export { MemberCards } from './MemberCards.tsx'
export { StatementSheet } from './StatementSheet.tsx'
export { MemberList } from './MemberList.tsx'

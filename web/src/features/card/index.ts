export { CardTypes } from './CardTypes.tsx'
export { MemberCards } from './MemberCards.tsx'
export { MemberList } from './MemberList.tsx'

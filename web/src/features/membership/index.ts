export { Activity } from './Activity.tsx'
export { Activity } from './Activity.tsx'

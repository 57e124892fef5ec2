export * from './icd.ts'
export * from './mouth.ts'
export * from './teeth.ts'
export * from './tooth-conditions.ts'

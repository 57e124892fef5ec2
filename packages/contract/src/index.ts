export * from './core/call.ts'
export * from './core/errors.ts'
export * from './core/fields.ts'
export * from './core/registry.ts'

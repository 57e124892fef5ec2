/** What becomes of a record whose treatments ask for a consent that nobody has signed. */
export const consentRules = { off: '不检查', warn: '提示', block: '不能签名' } as const
export type ConsentRule = keyof typeof consentRules

export const billingHandlers = {}

import type { Fen, LocalDate } from '@dentin/kit'
import type { InvoiceItem } from '../rules.ts'

/** Who sells, as the tax office knows it. */
export interface Seller {
  name: string
  taxNo: string
  address: string
  phone: string
  bankName: string
  bankAccount: string
  drawer: string
}

export interface Buyer {
  titleType: number
  title: string
  taxNo: string
  regAddress: string
  regPhone: string
  bankName: string
  bankAccount: string
  email: string
  mobile: string
}

/** An invoice that is to be issued. Told again under the same number, it is the same invoice. */
export interface NewInvoice {
  requestNo: string
  type: number
  seller: Seller
  buyer: Buyer
  items: readonly InvoiceItem[]
  amount: Fen
  taxAmount: Fen
}

/** A red one, which takes back some or all of an issued one. */
export interface NewRed {
  requestNo: string
  blueNumber: string
  blueRequestNo: string
  reason: number
  seller: Seller
  items: readonly InvoiceItem[]
  amount: Fen
  taxAmount: Fen
}

export interface Issued {
  number: string
  issueDate: LocalDate
  /** The day that the platform named was none, or one to come. */
  oddDay: boolean
  amount: Fen
  /** '' when there is none, or it is not the platform's own. */
  fileUrl: string
  fileHash: string
}

/** What a request has come to. missing: the platform has never heard of its number. */
export type Standing =
  { state: 'running' | 'missing' } | { state: 'issued'; issued: Issued } | { state: 'failed'; why: string }

/** A platform that issues invoices. Talks to it; knows no bill and no database. */
export interface InvoicePlatform {
  /** The account with which it is asked. */
  readonly appId: string
  readonly sandbox: boolean
  issue(invoice: NewInvoice): Promise<Standing>
  red(red: NewRed): Promise<Standing>
  /** Asked by the seller's tax number and the request's number, with whatever account of that seller. */
  ask(requestNo: string, sellerTaxNo: string): Promise<Standing>
  /** The bytes of a document. */
  file(url: string): Promise<Buffer>
}

/** The platform did not answer, or not in a way that can be believed: the outcome is unknown. Carries no content. */
export class PlatformUnsure extends Error {}

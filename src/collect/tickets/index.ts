/** Tickets: who may report, and once. The organiser issues them, every aggregator can tell a true one. */
export { issueTickets, readTicketKey, type TicketKey, ticketKeyFor, trueTickets } from './ticket.ts';

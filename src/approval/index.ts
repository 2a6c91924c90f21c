export { approvalTimeoutMs, openBroker, type BrokerParts } from './broker.ts';
export { openGrants, type Grants, type Place } from './grants/index.ts';
export { openOrders, type Orders } from './orders.ts';
export { previewLine, trackedIn } from './preview/index.ts';

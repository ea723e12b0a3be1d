-- The owner was reminded of the request of the privacy fill.
update privacy_requests set reminders = 1;

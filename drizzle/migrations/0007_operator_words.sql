-- What `npm run operator` writes into the audit log.
INSERT INTO audit_actions (name) VALUES ('make-operator'), ('remove-operator');
